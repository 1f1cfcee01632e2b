import type { AnswerDetail, AnswerForm } from '../domain/agent/answer-form'
import type { AnswerParts } from './answer-parts'
import { NONE_SHARED, partedBy, sharedParameters, type SharedParameters } from './shared-parameters'

/** The detail of each tool, best first; what is shorter than the list leaves out the last ones. */
export type AnswerLevels = readonly AnswerDetail[]

/** Tokens of `{"tools":[]}`, of `,"sharedParameters":{}` and of `,"sharedParameters":"all"`. */
const FRAME = { tools: 6, shared: 7, all: 6 } as const

/** The details that a form gives, whatever they take. */
export const wantedLevels = (count: number, { detail, whole }: AnswerForm): AnswerDetail[] =>
  Array.from({ length: count }, (_, at) => (at < whole ? 'full' : detail))

/** What tools share that are given in full. */
export const sharedAt = (
  parts: readonly AnswerParts[],
  levels: AnswerLevels,
  { compact }: Pick<AnswerForm, 'compact'>,
): SharedParameters =>
  compact ? sharedParameters(parts.filter((_, at) => levels[at] === 'full')) : NONE_SHARED

/** Tokens of an answer without what it says of itself. */
export function tokensAt(
  parts: readonly AnswerParts[],
  levels: AnswerLevels,
  form: Pick<AnswerForm, 'compact'>,
): number {
  const shared = sharedAt(parts, levels, form)
  let tokens = FRAME.tools
  if (shared.size > 0) tokens += FRAME.shared
  for (const { tokens: own } of shared.values()) tokens += own
  for (const [at, level] of levels.entries()) {
    const tool = parts[at] as AnswerParts
    tokens += tool.tokens[level]
    if (level === 'full') tokens += parameterTokens(tool, shared)
  }
  return tokens
}

function parameterTokens(tool: AnswerParts, shared: SharedParameters): number {
  const { own, elsewhere, isAll } = partedBy(tool, shared)
  let tokens = 0
  for (const each of own) tokens += each.tokens
  if (isAll) return tokens + FRAME.all
  if (elsewhere.length > 0) tokens += FRAME.all
  for (const { nameTokens } of elsewhere) tokens += nameTokens
  return tokens
}

/**
 * The details that the budget holds: from the last tool to the first less is told, then fewer tools
 * are given, one at least; then what there is room for is told in full again, the first first.
 * @param room tokens of the answer without what it says of itself
 */
export function levelsWithin(
  room: number,
  parts: readonly AnswerParts[],
  form: AnswerForm,
): AnswerLevels {
  const wanted = wantedLevels(parts.length, form)
  const takes = (levels: AnswerLevels): number => tokensAt(parts, levels, form)
  if (takes(wanted) <= room) return wanted
  const levels = [...wanted]
  for (const [from, to] of LOWERINGS) {
    for (let at = levels.length - 1; at >= 0 && takes(levels) > room; at--) {
      if (levels[at] === from) levels[at] = to
    }
  }
  while (levels.length > 1 && takes(levels) > room) levels.pop()
  for (const to of ['purpose', 'full'] as const) {
    for (const [at, level] of levels.entries()) {
      if (!isMore(to, level) || isMore(to, wanted[at] as AnswerDetail)) continue
      levels[at] = to
      if (takes(levels) > room) levels[at] = level
    }
  }
  return levels
}

const LOWERINGS = [
  ['full', 'purpose'],
  ['purpose', 'names'],
] as const

const ORDER: Readonly<Record<AnswerDetail, number>> = { names: 0, purpose: 1, full: 2 }
/** Whether one detail tells more than another. */
export const isMore = (one: AnswerDetail, other: AnswerDetail): boolean => ORDER[one] > ORDER[other]
