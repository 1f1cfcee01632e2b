import type { ToolId } from '../tool/tool'
import type { FollowedSearch, SearchOutcome } from './follow-up'

/** What counts as taken: only what was called, or what was fetched too. */
export type Grade = 'called' | 'fetched'

/** The tools of a search that were taken. */
export const takenOf = ({ called, fetched }: FollowedSearch, grade: Grade): ToolId[] =>
  grade === 'called' ? called : [...new Set([...called, ...fetched])]

/** So often a tool is given before it is said that nobody takes it. */
const OFTEN = 10

/** Of searches with these outcomes it is not known what was taken. */
export const UNTOLD: ReadonlySet<SearchOutcome> = new Set(['open', 'unseen', 'failed'])

/** What agents did with a tool. */
export interface ServedTool {
  /** Searches that gave it and of which it is known what was taken. */
  given: number
  taken: number
  /** Searches after which it was called, or found by asking in other words, though they did not give it. */
  missedBy: { id: string; query: string; at: string; why: 'called' | 'asked again' }[]
}

/** What agents did with each tool of which that asks for a look: given often and never taken, or missed by searches. */
export function servedEvidence(searches: readonly FollowedSearch[]): Map<ToolId, ServedTool> {
  const tools = new Map<ToolId, ServedTool>()
  const of = (tool: ToolId): ServedTool => {
    const known = tools.get(tool) ?? { given: 0, taken: 0, missedBy: [] }
    tools.set(tool, known)
    return known
  }
  const byId = new Map(searches.map((each) => [each.search.id, each]))
  for (const each of searches) {
    const { search, outcome, called, fetched, tried, unlisted, again } = each
    if (!UNTOLD.has(outcome)) for (const tool of search.tools) of(tool).given += 1
    for (const tool of new Set([...called, ...fetched, ...tried])) of(tool).taken += 1
    const miss = (tool: ToolId, why: 'called' | 'asked again') =>
      of(tool).missedBy.push({ id: search.id, query: search.query ?? '', at: search.at, why })
    for (const tool of unlisted) miss(tool, 'called')
    if (outcome !== 'asked again' || !again) continue
    const then = byId.get(again.id)
    for (const tool of then?.called ?? [])
      if (!search.tools.includes(tool)) miss(tool, 'asked again')
  }
  for (const [tool, { given, taken, missedBy }] of tools) {
    const isNeverTaken = given >= OFTEN && taken === 0
    if (!isNeverTaken && missedBy.length === 0) tools.delete(tool)
  }
  return tools
}
