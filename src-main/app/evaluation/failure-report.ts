import type {
  FailureReport,
  AgentFailure,
  AgentReport,
  CountedName,
  FailureCount,
  MissingTool,
} from '../../domain/run/failure'
import type { ToolId } from '../../domain/tool/tool'
import { toolsAt } from '../../evaluation/judged'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { agentFailedIn, agentFailuresOf, type AgentFailures } from './agent-failures'
import { factsOf, queryTags, type Facts } from './failure-facts'
import { withFailures, type Failures } from './failures'
import type { MeasuredRuns } from './measured-runs'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const EvaluationFailuresInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the cut-off to look at; left out: the run’s largest'),
  lookUp: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('of how many queries it is looked up at most why they failed; left out: of all'),
})
export type EvaluationFailuresInput = z.output<typeof EvaluationFailuresInput>

/** Tools, tags and servers that are listed, those that fail most often. */
const MOST_LISTED = 200

/** Where a run fails at one k, counted; looks up why first, as far as that is asked for. */
export const reportFailures = (
  context: AppContext & { measured: MeasuredRuns },
  { lookUp: most = Infinity, ...input }: EvaluationFailuresInput,
  call: Call,
): Promise<FailureReport> =>
  withFailures(context, input, {
    call,
    work: async ({ failures, prepared: { catalog }, lookUp }, session) => {
      const left = failures.failed.filter((at) => !failures.known.has(at))
      if (most > 0) await lookUp(left.slice(0, most))
      const facts = factsOf(catalog, await queryTags(session, failures))
      const agent = await agentFailuresOf(session, failures)
      return { run: input.run, ...reportOf(failures, facts, agent) }
    },
  })

function reportOf(
  failures: Failures,
  facts: Facts,
  agent: AgentFailures | undefined,
): Omit<FailureReport, 'run'> {
  const { open, k, failed, known, asksModel, sameCatalog } = failures
  const looked = failed.flatMap((at) => known.get(at) ?? [])
  const counted = countTools(failures, facts, agent)
  return {
    ...(k !== undefined && { k }),
    queries: open.outcomes.length,
    failed: failed.length,
    missing: counted.missing,
    left: failed.length - looked.length,
    classes: classesOf(looked.map(({ missing }) => missing)),
    askedAgain: looked.filter(({ askedAgain }) => askedAgain).length,
    differing: looked.filter(({ differs }) => differs).length,
    sameCatalog,
    asksModel,
    ...(agent && { agent: agentReport(failures, agent) }),
    tools: most(counted.tools).map(([tool, counts]) => ({
      tool: tool as ToolId,
      ...facts.nameOf(tool as ToolId),
      ...counts,
    })),
    tags: named(counted.tags),
    servers: named(counted.servers),
    queryTags: named(counted.queryTags),
    inAll: {
      tools: failingIn(counted.tools),
      tags: failingIn(counted.tags),
      servers: failingIn(counted.servers),
      queryTags: failingIn(counted.queryTags),
    },
  }
}

/** What the agent made of the queries that it was asked. */
function agentReport({ open, failed }: Failures, agent: AgentFailures): AgentReport {
  const incomplete = new Set(failed)
  const asked = [...open.outcomes.entries()].filter(([, { id }]) => agent.byQuery.has(id))
  const lost = asked.map(([at, { id }]) => ({ at, tools: agentFailedIn(agent, id) }))
  const wrong = lost.filter(({ tools }) => tools.length > 0)
  const complete = (places: readonly { at: number }[]) =>
    places.filter(({ at }) => !incomplete.has(at)).length
  return {
    run: agent.run.id,
    model: agent.run.model,
    asked: asked.length,
    complete: complete(lost),
    failed: wrong.length,
    failedComplete: complete(wrong),
    classes: classesOf(wrong.map(({ tools }) => tools)),
  }
}

interface Count {
  golden: number
  missing: number
  failedByAgent?: number
}
type Counts = Map<string, Count>
type Fared = 'given' | 'missing' | 'failedByAgent'

/** Of every golden tool of every query how it fared; of each tag of a query how the query did. */
function countTools({ open, k }: Failures, facts: Facts, agent: AgentFailures | undefined) {
  const tools: Counts = new Map()
  const tags: Counts = new Map()
  const servers: Counts = new Map()
  const queryTags: Counts = new Map()
  let missing = 0
  for (const outcome of open.outcomes) {
    const given = new Set(toolsAt(outcome, k))
    const byAgent = new Set(agentFailedIn(agent, outcome.id).map(({ tool }) => tool))
    const faredOf = (tool: ToolId): Fared => {
      if (!given.has(tool)) return 'missing'
      return byAgent.has(tool) ? 'failedByAgent' : 'given'
    }
    const golden = [...new Set(outcome.golden)]
    for (const tool of golden) {
      const fared = faredOf(tool)
      if (fared === 'missing') missing++
      add(tools, [tool], [fared])
      add(tags, facts.tagsOf(tool), [fared])
      add(servers, [facts.serverOf(tool)], [fared])
    }
    add(queryTags, facts.queryTags.get(outcome.id) ?? [], golden.map(faredOf))
  }
  return { missing, tools, tags, servers, queryTags }
}

function add(counts: Counts, names: readonly string[], fared: readonly Fared[]): void {
  for (const name of new Set(names)) {
    const count = counts.get(name) ?? { golden: 0, missing: 0 }
    const more = (how: 'missing' | 'failedByAgent') =>
      fared.includes(how) && { [how]: (count[how] ?? 0) + 1 }
    counts.set(name, {
      ...count,
      golden: count.golden + 1,
      ...more('missing'),
      ...more('failedByAgent'),
    })
  }
}

const isFailing = ({ missing, failedByAgent = 0 }: Count): boolean => missing + failedByAgent > 0

const failingIn = (counts: Counts): number => [...counts.values()].filter(isFailing).length

/**
 * Those that fail, the most often missing first, then failed by the agent; of equal ones the more
 * often golden last, then by name.
 */
const most = (counts: Counts) =>
  [...counts]
    .filter(([, count]) => isFailing(count))
    .sort(
      ([a, one], [b, other]) =>
        other.missing - one.missing ||
        (other.failedByAgent ?? 0) - (one.failedByAgent ?? 0) ||
        one.golden - other.golden ||
        (a < b ? -1 : 1),
    )
    .slice(0, MOST_LISTED)

const named = (counts: Counts): CountedName[] =>
  most(counts).map(([name, count]) => ({ name, ...count }))

type Classed = Pick<MissingTool, 'by' | 'noSharedWord'> & Pick<MissingTool | AgentFailure, 'reason'>

function classesOf(lost: readonly (readonly Classed[])[]): FailureCount[] {
  const found = new Map<string, FailureCount>()
  for (const ofQuery of lost) {
    const seen = new Set<string>()
    for (const { reason, by, noSharedWord } of ofQuery) {
      const key = JSON.stringify([reason, by?.stage])
      const count = found.get(key) ?? {
        reason,
        ...(by && { by: { stage: by.stage } }),
        tools: 0,
        queries: 0,
        noSharedWord: 0,
      }
      found.set(key, {
        ...count,
        tools: count.tools + 1,
        queries: count.queries + (seen.has(key) ? 0 : 1),
        noSharedWord: count.noSharedWord + (noSharedWord ? 1 : 0),
      })
      seen.add(key)
    }
  }
  return [...found.values()].sort((a, b) => b.tools - a.tools || (a.reason < b.reason ? -1 : 1))
}
