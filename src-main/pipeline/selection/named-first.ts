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
      const { tools, missing } = namedIn(plan.query.text, await names.prepare())
      if (missing.length > 0) step.note({ 'names that no tool has': missing.join(', ') })
      const known = new Set([...(plan.query.held ?? []), ...plan.kept.map(({ tool }) => tool)])
      const isGiven = (id: ToolId) => among.tools?.has(id) !== false && !known.has(id)
      const named = new Map([...tools].filter(([id]) => isGiven(id)))
      if (named.size === 0) return given
      const kept = [...placedByName(named, toolsIn(given)), ...plan.kept]
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
  const found = new Set(tools.map(({ tool }) => tool))
  const bySpelling = Map.groupBy(named.keys(), (id) => named.get(id) as string)
  return [...bySpelling].flatMap(([text, ids]) => {
    const isNamesake = ({ tool }: PlacedTool) => named.get(tool) === text
    const others = ids.filter((id) => !found.has(id)).map((tool) => ({ tool, witnesses: [] }))
    return [...tools.filter(isNamesake), ...others].map((placed) => withName(placed, text))
  })
}

const withName = (placed: PlacedTool, text: string): PlacedTool => ({
  ...placed,
  witnesses: [{ kind: 'name', text }, ...placed.witnesses],
})
