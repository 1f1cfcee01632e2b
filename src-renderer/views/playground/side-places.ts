import type { ToolId } from '../../../src-main/domain/tool/tool'
import type { Answer } from './playground-state'

/**
 * Where a tool stands in an answer: its place, and whether the set holds it; `beyond` where it may
 * stand further down than is told.
 */
export type Place = { rank: number; isGiven: boolean } | 'beyond' | undefined

/**
 * Looks in the set, then among the next tools, then in the last ranking, which may tell only its
 * first tools.
 */
export function placeIn(answer: Answer, tool: ToolId): Place {
  const { tools, below, trace = [] } = answer
  const given = tools.find((each) => each.tool === tool)
  if (given) return { rank: given.rank, isGiven: true }
  const next = below.find((each) => each.tool === tool)
  if (next) return { rank: next.rank, isGiven: false }
  const ranking = trace.findLast(({ output }) => output.shape === 'ranking')?.output
  if (ranking?.shape !== 'ranking') return undefined
  const at = ranking.tools.findIndex((placed) => placed.tool === tool)
  if (at >= 0) return { rank: at + 1, isGiven: false }
  return ranking.tools.length < ranking.count ? 'beyond' : undefined
}

/** The place in the other answer in few words: `#1 there`, `#14 cut`, `only here`. */
export function placeWords(place: Place): string {
  if (place === undefined) return 'only here'
  if (place === 'beyond') return 'far down there'
  return place.isGiven ? `#${place.rank} there` : `#${place.rank} cut`
}
