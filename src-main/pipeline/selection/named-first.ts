import { toolsIn, type PlacedTool, type QueryPlan, type Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Admitted, Kit } from '../kit'
import { stage } from '../stage'
import { namedIn } from './named-in'

/** What {@link namedFirst} reads names in, and which tools it may give. */
interface Named {
  names: Kit['names']
  among: Admitted
}

/** Of a name that many servers have, or of a longer list, so many tools. */
const MOST_NAMED = 20

/**
 * Keeps the tools that the request names exactly, before all that was found: whoever knows a name,
 * such as a model that asks again, wants that tool. Pegboard's own.
 * @param gives what the selection behind it selects from
 */
export const namedFirst = <Given extends QueryPlan | Ranking>(
  { names, among }: Named,
  gives: Given['shape'],
) =>
  stage<Given, Given>({
    name: 'named first',
    gives,
    settings: {},
    sources: [names, among],
    async run(given, step) {
      const plan = planOf(given)
      const { tools, missing } = namedIn(plan.query.text, await names.prepare(), among.tools)
      if (missing.length > 0) {
        step.note({ 'names that no tool has': missing.slice(0, MOST_NAMED).join(', ') })
      }
      const held = new Set(plan.query.held)
      const wanted = [...tools].filter(([id]) => !held.has(id))
      if (wanted.length === 0) return given
      const known = [...plan.kept, ...toolsIn(given)]
      const first = placedByName(new Map(wanted), known).slice(0, MOST_NAMED)
      const named = new Set(first.map(({ tool }) => tool))
      step.note({ named: [...named].join(', ') })
      const kept = [...first, ...plan.kept.filter(({ tool }) => !named.has(tool))]
      return given.shape === 'plan' ? { ...given, kept } : { ...given, plan: { ...plan, kept } }
    },
  })

const planOf = (given: QueryPlan | Ranking): QueryPlan =>
  given.shape === 'plan' ? given : given.plan

/** In the order of the names; of one name, the tools that were found first. */
function placedByName(
  named: ReadonlyMap<ToolId, string>,
  tools: readonly PlacedTool[],
): PlacedTool[] {
  const found = new Map(tools.toReversed().map((placed) => [placed.tool, placed]))
  const inOrder = [...new Set(tools.map(({ tool }) => tool))]
  const bySpelling = Map.groupBy(named.keys(), (id) => named.get(id) as string)
  return [...bySpelling].flatMap(([text, ids]) => {
    const others = [...ids].filter((id) => !found.has(id))
    return [...inOrder.filter((id) => named.get(id) === text), ...others].map((tool) =>
      withName(found.get(tool) ?? { tool, witnesses: [] }, text),
    )
  })
}

const withName = (placed: PlacedTool, text: string): PlacedTool => ({
  ...placed,
  witnesses: [{ kind: 'name', text }, ...placed.witnesses],
})
