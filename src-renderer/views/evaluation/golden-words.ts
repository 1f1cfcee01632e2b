import type { GoldenPlace, OutcomeRow } from '../../../src-main/contract/evaluation-routes'

export type Fate = GoldenPlace['fate']

/** What became of a golden tool, in words. */
export const fateWords: Readonly<Record<Fate, string>> = {
  found: 'given',
  cut: 'cut at k',
  'below-depth': 'below the depth of the search',
  dropped: 'left out by a later step',
  'never-found': 'never found',
  filtered: 'filtered out',
  'not-in-catalog': 'not in the catalog',
  'not-given': 'not given',
  'found-today': 'given on today’s catalog',
}

/** A golden tool of a query with where it stands. */
export interface GoldenMention {
  tool: string
  name: string
  isFound: boolean
  /** From 1: in the tool set, or where it was lost. */
  rank?: number
  /** What became of it; undefined until it is known. */
  fate?: Fate
}

/** A row's golden tools, those that are missing first; without `places` as far as the run stored where they stand. */
export function mentionsOf(
  { golden, goldenRanks }: Pick<OutcomeRow, 'golden' | 'goldenRanks'>,
  places: readonly GoldenPlace[] | undefined,
): GoldenMention[] {
  const mentions = golden.map((tool, at): GoldenMention => {
    const stored = goldenRanks[at] ?? undefined
    const place = places?.find((one) => one.tool === tool)
    const fate = stored === undefined ? fateOf(place, !!places) : 'found'
    const rank = stored ?? place?.rank
    return {
      tool,
      name: place?.name ?? tool,
      isFound: stored !== undefined,
      ...(rank !== undefined && { rank }),
      ...(fate && { fate }),
    }
  })
  return mentions.toSorted((a, b) => Number(a.isFound) - Number(b.isFound))
}

/** Where it could not be found out, no more is said than that the run did not give the tool. */
const fateOf = (place: GoldenPlace | undefined, isLookedUp: boolean): Fate | undefined =>
  place?.fate ?? (isLookedUp ? 'not-given' : undefined)

/** What became of a golden tool, with its place: `#22, cut at k`; `…` until it is known. */
export const mentionWords = ({ rank, fate }: GoldenMention): string =>
  [...(rank === undefined ? [] : [`#${rank}`]), fate ? fateWords[fate] : '…'].join(', ')

/** The class of a row's failure in words: what became of the tools that are missing, each word once. */
export const failureWords = (mentions: readonly GoldenMention[]): string => {
  const missing = mentions.filter(({ isFound }) => !isFound)
  return [...new Set(missing.map(({ fate }) => (fate ? fateWords[fate] : '…')))].join(', ')
}
