import type { FailureFilter, MissingTool } from '../../domain/run/failure'
import { asksForAgent } from '../../domain/run/failure-words'
import type { QueryOutcome } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { toolsAt } from '../../evaluation/judged'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { agentFailedIn, agentFailuresOf, type AgentFailures } from './agent-failures'
import { factsOf, queryTags, type Facts } from './failure-facts'
import { withFailures, type FailureLook, type Failures } from './failures'
import type { MeasuredRuns } from './measured-runs'

/**
 * Queries looked up for a list of them: a second or two. More are looked up where that is asked
 * for, and can be followed.
 */
const MOST_FOR_A_LIST = 400

/**
 * The failed queries that pass a filter, by place in `outcomes`, the worst first: the least recall,
 * and of equal ones those whose tool was lost furthest down. Where the filter asks why, those of
 * which that is known, or soon looked up.
 */
export const failedPlaces = (
  context: AppContext & { measured: MeasuredRuns },
  input: { dir: string; run: string; k?: number | undefined; lost: FailureFilter },
  call: Call,
): Promise<Set<number>> =>
  withFailures(context, input, {
    call,
    work: async (look, session) => {
      const { failures, prepared } = look
      const { lost } = input
      const tags = lost.queryTag === undefined ? NO_TAGS : await queryTags(session, failures)
      const filtering = { filter: lost, facts: factsOf(prepared.catalog, tags) }
      const { recall } = failures.open.judged(failures.k)
      if (asksForAgent(lost)) {
        const agent = await agentFailuresOf(session, failures)
        const places = failedByAgent(failures, agent, filtering)
        return new Set(worstFirst(places, { recall, depthOf: () => 0 }))
      }
      const found = await missingPlaces(look, filtering)
      return new Set(worstFirst([...found.keys()], { recall, depthOf: (at) => found.get(at) ?? 0 }))
    },
  })

const NO_TAGS: Facts['queryTags'] = new Map()

interface Filtering {
  filter: FailureFilter
  facts: Facts
}

/** Queries that miss such a tool, with how far down it was lost. */
async function missingPlaces(
  { failures: { open, k, failed, known }, lookUp }: FailureLook,
  filtering: Filtering,
): Promise<Map<number, number>> {
  const { reason, stage } = filtering.filter
  const sought = failed.filter((at) => {
    const outcome = open.outcomes[at] as QueryOutcome
    const given = new Set(toolsAt(outcome, k))
    return passesWith(
      outcome,
      outcome.golden.filter((tool) => !given.has(tool)),
      filtering,
    )
  })
  const asksWhy = reason !== undefined || stage !== undefined
  const left = sought.filter((at) => !known.has(at))
  if (asksWhy && left.length <= MOST_FOR_A_LIST) await lookUp(left)
  const lostIn = (at: number) =>
    (known.get(at)?.missing ?? []).filter((missing) => isLost(missing, filtering))
  const found = asksWhy ? sought.filter((at) => lostIn(at).length > 0) : sought
  return new Map(found.map((at) => [at, depthOf(lostIn(at))]))
}

/** Queries in which an agent failed such a tool, though it was given it. */
const failedByAgent = (
  { open: { outcomes } }: Failures,
  agent: AgentFailures | undefined,
  filtering: Filtering,
): number[] =>
  [...outcomes.keys()].filter((at) => {
    const outcome = outcomes[at] as QueryOutcome
    const { reason } = filtering.filter
    const ofReason = agentFailedIn(agent, outcome.id).filter(
      (one) => reason === undefined || one.reason === reason,
    )
    return passesWith(
      outcome,
      ofReason.map(({ tool }) => tool),
      filtering,
    )
  })

const isLost = ({ reason, by, tool }: MissingTool, { filter, facts }: Filtering): boolean =>
  (filter.reason === undefined || reason === filter.reason) &&
  (filter.stage === undefined || by?.stage === filter.stage) &&
  passes(tool, filter, facts)

/**
 * How far down the tools of a query were lost: what no search found furthest of all, what is not
 * known yet not at all.
 */
const depthOf = (missing: readonly MissingTool[]): number =>
  Math.max(0, ...missing.map(({ rank = Infinity }) => rank))

function worstFirst(
  places: readonly number[],
  { recall, depthOf: depth }: { recall: Float64Array; depthOf: (at: number) => number },
): number[] {
  return places
    .map((at) => ({ at, recall: recall[at] as number, depth: depth(at) }))
    .sort((a, b) => a.recall - b.recall || (a.depth === b.depth ? 0 : b.depth - a.depth))
    .map(({ at }) => at)
}

/** Whether a query is such, and one of these tools of it. */
const passesWith = (
  { id }: QueryOutcome,
  tools: readonly ToolId[],
  { filter, facts }: Filtering,
): boolean =>
  (filter.queryTag === undefined || !!facts.queryTags.get(id)?.includes(filter.queryTag)) &&
  tools.some((tool) => passes(tool, filter, facts))

const passes = (tool: ToolId, { tool: only, tag, server }: FailureFilter, facts: Facts): boolean =>
  (only === undefined || tool === only) &&
  (tag === undefined || facts.tagsOf(tool).includes(tag)) &&
  (server === undefined || facts.serverOf(tool) === server)
