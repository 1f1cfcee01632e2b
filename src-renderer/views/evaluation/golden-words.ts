import type { GoldenPlace, OutcomeRow } from '../../../src-main/contract/evaluation'
import { placeReason, placeText } from '../../../src-main/domain/run/failure-words'

export type FailureReason = GoldenPlace['reason']

/** A golden tool of a query with where it stands. */
export interface GoldenMention {
  tool: string
  name: string
  isFound: boolean
  /** From 1: in the tool set, or where it was lost. */
  rank?: number
  /** What became of it; undefined until it is known. */
  reason?: FailureReason
  /** The step that dropped it. */
  by?: GoldenPlace['by']
  noSharedWord?: GoldenPlace['noSharedWord']
  /** What an agent that was given it made of it, where that is wrong. */
  agent?: GoldenPlace['agent']
}

/**
 * A row's golden tools, those that are missing first, then those that an agent failed; without
 * `places` as far as the run stored where they stand.
 */
export function mentionsOf(
  { golden, goldenRanks }: Pick<OutcomeRow, 'golden' | 'goldenRanks'>,
  places: readonly GoldenPlace[] | undefined,
): GoldenMention[] {
  const mentions = golden.map((tool, at): GoldenMention => {
    const stored = goldenRanks[at] ?? undefined
    const place = places?.find((one) => one.tool === tool)
    const named = { tool, name: place?.name ?? tool, isFound: stored !== undefined }
    const rank = stored ?? place?.rank
    const ranked = { ...named, ...(rank !== undefined && { rank }) }
    return stored === undefined
      ? { ...ranked, ...lossOf(place, !!places) }
      : { ...ranked, reason: 'found', ...(place?.agent && { agent: place.agent }) }
  })
  const goodness = ({ isFound, agent }: GoldenMention) => (isFound ? 2 : 0) - (agent ? 1 : 0)
  return mentions.toSorted((a, b) => goodness(a) - goodness(b))
}

/** What is known of how it was lost. */
function lossOf(
  place: GoldenPlace | undefined,
  isLookedUp: boolean,
): Pick<GoldenMention, 'reason' | 'by' | 'noSharedWord'> {
  const reason = failureReason(place, isLookedUp)
  return {
    ...(reason && { reason }),
    ...(place?.by && reason === 'dropped' && { by: place.by }),
    ...(place?.noSharedWord && { noSharedWord: true as const }),
  }
}

/** Where it could not be found out, no more is said than that the run did not give the tool. */
const failureReason = (
  place: GoldenPlace | undefined,
  isLookedUp: boolean,
): FailureReason | undefined => place?.reason ?? (isLookedUp ? 'not-given' : undefined)

/** What became of a golden tool, with its place: `#22, cut at k`; `…` until it is known. */
export const mentionWords = ({ reason, ...mention }: GoldenMention): string =>
  reason
    ? placeText({ reason, ...mention })
    : [...(mention.rank === undefined ? [] : [`#${mention.rank}`]), '…'].join(', ')

/** What became of it; `…` until it is known. */
export const reasonText = ({
  reason,
  ...mention
}: Pick<GoldenMention, 'reason' | 'by' | 'agent'>): string =>
  reason ? placeReason({ reason, ...mention }) : '…'

/**
 * The class of a row's failure in words: what became of the tools that are missing or that an agent
 * failed, each word once.
 */
export const failureWords = (mentions: readonly GoldenMention[]): string => {
  const lost = mentions.filter(({ isFound, agent }) => !isFound || agent)
  return [...new Set(lost.map(reasonText))].join(', ')
}
