import type { PlacedTool, QueryPlan, Ranking, SetGrounds } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { saysNothing } from '../../domain/value/says-nothing'
import { coverAnyFunctions, coverFunctions, type CoveredFunction } from '../prompts/cover-functions'
import type { ShownTool } from '../prompts/quoted'
import { stage } from '../stage'

/** Functions of one request that are looked at: each that is left unsolved is searched for. */
const MOST_FUNCTIONS = 12
/** In characters. */
const LONGEST_PROBLEM = 1_000

/**
 * Keeps the tools of the past bundle that solve a function of the query; what is left unsolved are
 * the steps. One model call; where none answers, the bundle stays as it is. PTR, section 2.2.
 */
export const mapCoverage = (shown: (tools: readonly ToolId[]) => ShownTool[]) =>
  stage<QueryPlan, QueryPlan>({
    name: 'map coverage',
    gives: 'plan',
    settings: { 'functions at most': MOST_FUNCTIONS },
    prompts: [coverAnyFunctions],
    async run(plan, step) {
      const ids = plan.kept.map(({ tool }) => tool)
      const input = { text: plan.query.text, tools: shown(ids) }
      const { functions } = await step.ask(coverFunctions(ids.length), input, { functions: [] })
      const asked = functions.filter((each) => !saysNothing(each.function)).slice(0, MOST_FUNCTIONS)
      if (asked.length === 0) return plan.kept.length > 0 ? { ...plan, steps: [] } : plan
      const coveredBy = functionsByTool(asked, ids)
      const kept = plan.kept.filter(({ tool }) => coveredBy.has(tool))
      step.drop(
        plan.kept.filter((placed) => !kept.includes(placed)),
        'solves no function of the request',
      )
      const problems = [...new Set(asked.flatMap(problemOf))]
      step.note({
        functions: asked.length,
        kept: kept.length,
        ...(problems.length > 0 && { unsolved: problems.join('; ') }),
      })
      return {
        ...plan,
        kept: kept.map((placed) => covering(placed, coveredBy.get(placed.tool) ?? '')),
        steps: problems.map((text) => ({ text, variations: [text] })),
      }
    },
  })

/**
 * What each tool solves, by its id or its bare name where only one has it. Other names are nothing.
 */
function functionsByTool(
  functions: readonly CoveredFunction[],
  ids: readonly ToolId[],
): Map<ToolId, string> {
  const bareName = (id: string) => id.slice(id.lastIndexOf('/') + 1)
  const found = new Map<ToolId, string>()
  for (const { function: wanted, solvedBy, verdict } of functions) {
    if (verdict === 'none') continue
    for (const name of solvedBy.map((each) => each.trim())) {
      const [tool, other] = ids.filter((id) => id === name || bareName(id) === name)
      if (!tool || other) continue
      const before = found.get(tool)
      found.set(tool, before ? `${before}; ${wanted}` : wanted)
    }
  }
  return found
}

/** What a function leaves to be solved; of one that no tool solves, itself. */
function problemOf({ function: wanted, unsolved, verdict }: CoveredFunction): string[] {
  const text = saysNothing(unsolved) ? '' : unsolved.trim().slice(0, LONGEST_PROBLEM)
  if (verdict === 'none') return [text || wanted.slice(0, LONGEST_PROBLEM)].filter(Boolean)
  return verdict === 'partial' && text ? [text] : []
}

const covering = (placed: PlacedTool, covers: string): PlacedTool => ({
  ...placed,
  witnesses: placed.witnesses.map((witness) =>
    witness.kind === 'bundle' ? { ...witness, covers } : witness,
  ),
})

/** Why a set of kept and added tools holds as many as it does. */
export function coverageGrounds({ plan }: Ranking, added: number): SetGrounds {
  const { steps } = plan
  const isNamed = ({ witnesses: [first] }: PlacedTool) => first?.kind === 'name'
  const kept = plan.kept.filter((placed) => !isNamed(placed))
  const of = kept.length === 1 ? 'One tool' : `${kept.length} tools`
  const problems = steps.length === 1 ? 'one problem' : `${steps.length} problems`
  const rest =
    steps.length === 0
      ? 'nothing of the request is left unsolved'
      : `${added === 1 ? 'one was' : `${added} were`} added for the ${problems} that these leave`
  const leaning = kept.flatMap(({ witnesses }) => witnesses).find(({ kind }) => kind === 'bundle')
  return {
    why: `${of} of a past bundle, and ${rest}.`,
    uncovered: added === 0 ? steps.map(({ text }) => text) : [],
    ...(leaning?.kind === 'bundle' && {
      bundle: {
        id: leaning.bundle,
        query: leaning.query ?? '',
        tools: kept.map(({ tool }) => tool),
      },
    }),
  }
}
