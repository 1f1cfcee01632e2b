import type { ToolId } from '../tool/tool'
import type { GoldenQuery, GoldenSet } from './golden-set'

/** Golden sets whose labels name each tool by the id that `ids` gives for it; others stay. */
export const relabelled = (
  sets: readonly GoldenSet[],
  ids: ReadonlyMap<ToolId, ToolId>,
): GoldenSet[] =>
  sets.map(({ name, queries }) => ({
    name,
    queries: queries.map((query) => relabelledQuery(query, (id) => ids.get(id) ?? id)),
  }))

function relabelledQuery(query: GoldenQuery, here: (id: ToolId) => ToolId): GoldenQuery {
  const { tools, grades, calls, ...rest } = query
  const graded = Object.entries(grades ?? {}).map(([id, grade]) => [here(id as ToolId), grade])
  return {
    ...rest,
    tools: [...new Set(tools.map(here))],
    ...(grades && { grades: Object.fromEntries(graded) as Record<string, number> }),
    ...(calls && { calls: calls.map((call) => ({ ...call, tool: here(call.tool) })) }),
  }
}
