import { lookAt } from '../../app/golden/set-uses'
import {
  agentPlan,
  type AgentRunsMeasureInput,
  type AgentPlan,
  type PlannedOffer,
} from './agent-plan'
import type { AgentRunsMeasureAnswer, FailedOffer } from './shared/answers'
import { randomUUID } from 'node:crypto'
import type { AgentOutcome, AgentRun } from '../../domain/agent/run'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { Problem } from '../../domain/problem'
import { definitionOf } from '../../domain/tool/catalog-tool'
import { summariseAgent } from '../../evaluation/agent/summarise-agent'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { WorkspaceState } from '../../ports/workspace-store'
import type { Call } from '../../app/app'
import { runJob } from '../../app/models/job'
import { callingModel } from '../../app/models/calling-model'
import { readingTools } from '../../app/requests/call-progress'
import { hashOfEach } from '../../app/evaluation/provenance'
import type { AppContext } from '../../app/context'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { problemReport } from '../../app/requests/problem-report'
import type { Session } from '../../app/workspaces/session'
import { agentOutcome, type AskingQueries, type OfferedQuery } from './agent-outcome'
import { AGENT_PROMPT } from './ask-agent'
import { goneIn } from '../../app/catalog/eligible-tools'
import { agentGoldenHash } from '../../app/evaluation/simple-agents'

type Input = AgentRunsMeasureInput
type Output = AgentRunsMeasureAnswer

/** What all offers have in common, on one catalog whatever is committed meanwhile. */
interface Measuring {
  context: AppContext
  session: Session
  state: WorkspaceState
  asking: Omit<AskingQueries, 'question'>
  plan: AgentPlan
  goldenHash: string
  input: Input
}

/**
 * Measures the chat model with each offer, one after the other, and keeps each run when it is
 * finished.
 */
export async function measureAgent(
  appContext: AppContext,
  input: Input,
  call: Call,
): Promise<Output> {
  const context = withWorkspaceModels(appContext, input.dir)
  const session = await context.sessions.of(input.dir)
  return session.withCatalog(
    async (catalog, state) => {
      const plan = await agentPlan({ context, session, catalog }, input)
      const { storedAnswers, clock, tokenCounter } = context
      const model = await callingModel(context, call.signal)
      await lookAt(session, input)
      const tokensOf = (text: string) => tokenCounter.count(text).tokens
      const asking = { model, catalog, storedAnswers, clock, tokensOf }
      const goldenHash = await agentGoldenHash(plan.golden, yieldToEventLoop(clock, call.signal))
      return measureOffers({ context, session, state, asking, plan, goldenHash, input }, call)
    },
    readingTools(call, context.clock),
  )
}

async function measureOffers(measuring: Measuring, call: Call): Promise<Output> {
  const { plan, session } = measuring
  const runs: AgentRun[] = []
  const reused: string[] = []
  const failed: FailedOffer[] = []
  for (const [at, planned] of plan.offers.entries()) {
    const place = plan.offers.length > 1 ? ` (${at + 1} of ${plan.offers.length})` : ''
    try {
      const cell = await cellOf(measuring, planned, call.signal)
      const known = await earlier(session, cell)
      const { run, isReused } = known
        ? { run: known, isReused: true }
        : await measureOffer(measuring, { planned, cell, place }, call)
      if (isReused) reused.push(run.id)
      runs.push(run)
    } catch (error) {
      if (call.signal.aborted) throw stopped(runs.length, plan.offers.length)
      failed.push({ offer: planned.offer, problem: problemReport(error, call.signal) })
    }
  }
  return { runs, reused, failed }
}

/** The run that the workspace holds of the very same measurement. */
const earlier = async ({ store }: Session, cell: string): Promise<AgentRun | undefined> =>
  (await store.read('agentRuns')).agentRuns.find(({ provenance }) => provenance.cell === cell)

/** Names all that shapes what an offer gives: equal names, equal figures. */
async function cellOf(
  { context, asking, plan, input }: Measuring,
  { offer, toolsOf }: PlannedOffer,
  signal: AbortSignal,
): Promise<string> {
  const { model, catalog } = asking
  const sets = plan.queries.map(toolsOf)
  const definitions = [...new Set(sets.flat())].sort().map((id) => definitionOf(catalog.tool(id)))
  const common = [context.about.version, AGENT_PROMPT, model.fingerprint, input.goldenSet]
  const queries = plan.queries.map(({ id, text, turns, tools, calls }) => [
    id,
    text,
    turns ?? [],
    tools,
    calls ?? null,
  ])
  const { tokenizer } = context.tokenCounter
  return hashOfEach(
    [[...common, tokenizer, offer, input.sample ?? null], ...queries, ...sets, ...definitions],
    yieldToEventLoop(context.clock, signal),
  )
}

async function measureOffer(
  measuring: Measuring,
  { planned, cell, place }: { planned: PlannedOffer; cell: string; place: string },
  call: Call,
): Promise<{ run: AgentRun; isReused: boolean }> {
  const { context, session, asking, plan, goldenHash, input, state } = measuring
  const { clock, tokenCounter, about } = context
  const { model, catalog } = asking
  const startedAt = clock.timestamp()
  const startedMs = clock.elapsedMs()
  const what = `${model.name} with ${planned.title}${place} on “${input.goldenSet}”`
  const outcomes = await askQueries(measuring, { planned, what }, call)
  call.emit({ what: `${what}: computing the intervals`, done: 0 })
  const summary = await summariseAgent(outcomes, yieldToEventLoop(clock, call.signal))
  const exceeded = planned.exceeding(plan.queries)
  const run: AgentRun = {
    id: randomUUID(),
    goldenSet: input.goldenSet,
    ...(input.sample && { sample: input.sample }),
    model: model.name,
    offer: planned.offer,
    ...(planned.recipe && { recipe: planned.recipe }),
    ...summary,
    gone: goneIn(plan.queries, catalog),
    ...(exceeded > 0 && { exceeded }),
    tokenizer: tokenCounter.tokenizer,
    startedAt,
    elapsedMs: clock.elapsedMs() - startedMs,
    catalog: { tools: catalog.tools.length, revision: state.revision },
    provenance: {
      cell,
      goldenHash,
      version: about.version,
      model: model.fingerprint,
      prompt: AGENT_PROMPT,
    },
  }
  const kept = await keep(session, run, outcomes)
  return { run: kept, isReused: kept.id !== run.id }
}

/**
 * What each query gave.
 * @throws Problem `unavailable` where some could not be asked, or no answer is whole; what was
 * answered is stored.
 */
async function askQueries(
  { asking, plan: { queries } }: Measuring,
  { planned, what }: { planned: PlannedOffer; what: string },
  call: Call,
): Promise<AgentOutcome[]> {
  const outcomes: AgentOutcome[] = []
  const { failed, left } = await runJob<GoldenQuery, OfferedQuery, never>(
    {
      what,
      unit: 'queries',
      stage: 'ask the agent',
      items: queries,
      find: async (query) => ({ query, tools: planned.toolsOf(query) }),
      async ask(offered, { question }) {
        outcomes.push(await agentOutcome({ ...asking, question }, offered, call.signal))
      },
    },
    { clock: asking.clock, ...call },
  )
  if (left === 0) {
    refuseAllCut(outcomes, `${asking.model.name} with ${planned.title}`)
    return outcomes
  }
  const [why = ''] = failed
  throw new Problem(
    'unavailable',
    `${asking.model.name} with ${planned.title}: ${left} of ${queries.length} queries could not be asked. ${why}`,
    'What was answered is kept. Measure again when the model answers: only the others are asked then.',
  )
}

/** Means over no query would say that it does everything wrong. */
function refuseAllCut(outcomes: readonly AgentOutcome[], what: string): void {
  const [first] = outcomes
  if (!first || outcomes.some(({ verdict }) => verdict !== 'cut')) return
  throw new Problem(
    'unavailable',
    `${what}: no answer is whole, so there is nothing to score. Of the first one: ${first.fault ?? 'it was cut'}.`,
    'Choose another chat model under Settings, Models, or give it fewer tools: asked again, this one would be cut again.',
  )
}

/**
 * Keeps a run, and gives the one that is there then: another program may have kept the same
 * meanwhile.
 */
async function keep(
  session: Session,
  run: AgentRun,
  outcomes: readonly AgentOutcome[],
): Promise<AgentRun> {
  try {
    return await session.change(async () => {
      const twin = await earlier(session, run.provenance.cell)
      if (twin) return { answer: twin }
      return { agentRuns: { put: [{ ...run, outcomes: [...outcomes] }] }, answer: run }
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = `The agent is measured, but its run could not be kept. ${error.message}`
    throw new Problem(error.code, message, error.fix)
  }
}

function stopped(finished: number, of: number): Problem {
  const measured = of === 1 ? '' : ` ${finished} of ${of} are measured.`
  return new Problem(
    'cancelled',
    `Stopped.${measured} What the model answered is kept.`,
    'Measure again to go on: no query is asked twice.',
  )
}
