import type { ToolId } from '../tool/tool'
import type { FollowedSearch } from './follow-up'

/** What counts as taken: only what was called, or what was fetched too. */
export type Grade = 'called' | 'fetched'

/**
 * The tools of a search that were taken, as far as that says something: not of an answer that
 * lacked what failed.
 */
export const takenOf = ({ search, called, fetched }: FollowedSearch, grade: Grade): ToolId[] => {
  if (search.lacking) return []
  return grade === 'called' ? called : [...new Set([...called, ...fetched])]
}

/** So often a tool is given before it is said that nobody takes it. */
const OFTEN = 10

/**
 * Whether all that was taken of a search is known: else that nothing was, or not all, says nothing.
 */
export const isTold = ({ search, outcome }: FollowedSearch): boolean =>
  search.seesCalls === true && !search.lacking && outcome !== 'open' && outcome !== 'failed'

/** What agents did with a tool. */
export interface ServedTool {
  /** Searches that gave it and of which it is known what was taken. */
  given: number
  taken: number
  /**
   * Searches after which it was called, or found by asking in other words, though they did not give
   * it.
   */
  missedBy: { id: string; query: string; at: string; why: 'called' | 'asked again' }[]
}

/** Whether a tool is given so often that it says something that nobody takes it. */
export const isNeverTaken = ({ given, taken }: Pick<ServedTool, 'given' | 'taken'>): boolean =>
  given >= OFTEN && taken === 0

/**
 * What agents did with each tool of which that asks for a look: given often and never taken, or
 * missed by searches.
 */
export function servedEvidence(searches: readonly FollowedSearch[]): Map<ToolId, ServedTool> {
  const tools = new Map<ToolId, ServedTool>()
  const of = (tool: ToolId): ServedTool => {
    const known = tools.get(tool) ?? { given: 0, taken: 0, missedBy: [] }
    tools.set(tool, known)
    return known
  }
  const byId = new Map(searches.map((each) => [each.search.id, each]))
  for (const each of searches) {
    if (each.search.lacking) continue
    const { search, called, fetched, tried } = each
    if (isTold(each)) for (const tool of search.tools) of(tool).given += 1
    for (const tool of new Set([...called, ...fetched, ...tried])) of(tool).taken += 1
    const { id, query = '', at } = search
    for (const [tool, why] of missedOf(each, byId)) of(tool).missedBy.push({ id, query, at, why })
  }
  for (const [tool, served] of tools) {
    if (!isNeverTaken(served) && served.missedBy.length === 0) tools.delete(tool)
  }
  return tools
}

/**
 * The tools that a search should have given, by what its agent called then or after asking again.
 */
function missedOf(
  { search, outcome, unlisted, again }: FollowedSearch,
  byId: ReadonlyMap<string, FollowedSearch>,
) {
  const then = outcome === 'asked again' && again ? (byId.get(again.id)?.called ?? []) : []
  return [
    ...unlisted.map((tool) => [tool, 'called'] as const),
    ...then
      .filter((tool) => !search.tools.includes(tool))
      .map((tool) => [tool, 'asked again'] as const),
  ]
}
