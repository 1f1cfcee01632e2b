import { z } from 'zod'
import { Runs } from '../../../contract/advice'
import { Dir } from '../../../contract/workspace'
import type { AgentRun } from '../../../domain/agent/run'
import { outdatedAgentsText } from '../../../domain/agent/words'
import { Problem } from '../../../domain/problem'
import {
  AdviceScore,
  AdviceTarget,
  type Advice,
  type AdvicePoint,
} from '../../../domain/run/advice'
import { catalogSizeText } from '../../../domain/run/catalog-size'
import { firstGoal, tokensAt, usableCutoffs } from '../../../domain/run/operating-point'
import { ownRuns } from '../../../domain/run/own-runs'
import type { OutdatedRuns } from '../../../domain/run/outdated'
import type { Run } from '../../../domain/run/run'
import { runsInUse } from '../../../domain/run/runs-in-use'
import { advise, pairedDifference } from '../../../evaluation/advice/advise'
import {
  byAccuracy,
  byRecall,
  type AgentScores,
  type BoundedPoint,
  type BoundedPoints,
} from '../../../evaluation/advice/bounded-points'
import {
  availableCutoffs,
  operatingPoints,
  pointsAt,
  recallColumns,
} from '../../../evaluation/advice/operating-points'
import { pairedWith } from '../../../evaluation/compare'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import { currentAgents, simpleAgents } from '../simple-agents'
import { simulatedBy } from '../../../pipeline/recipes/recipe'
import type { Call } from '../../app'
import type { AppContext } from '../../context'
import { worksWith } from '../../recipes/works-with'
import type { Session } from '../../workspaces/session'
import { editedSince } from '../edited-since'
import type { MeasuredRuns, OpenRun } from '../measured-runs'
import { outdatedAmong } from '../outdated'

export const EvaluationAdviseInput = z.object({
  dir: Dir,
  runs: Runs.describe('the runs, by their ids'),
  target: AdviceTarget.optional().describe(
    'what is wanted; left out: most of the best recall that the runs reach; empty: the best there is',
  ),
  score: AdviceScore.optional().describe(
    'what is advised by; left out: that which the target names, accuracy where an agent is named, else recall',
  ),
  agent: z.string().optional().meta({
    title: 'model',
    description: 'whose accuracy; default: that measured last by agent-eval',
  }),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the k of now, of which a smaller one may keep most; default: that of the workspace'),
  chosen: z
    .object({ run: z.string(), k: z.number().int().min(1).optional() })
    .optional()
    .describe(
      'a run and k that are chosen already, to be judged by the target; left out: the best',
    ),
  withOutdated: z
    .boolean()
    .default(false)
    .describe('also among runs that are not of what is in use now, beside those that are'),
})
export type EvaluationAdviseInput = z.output<typeof EvaluationAdviseInput>

type Advising = AppContext & { measured: MeasuredRuns }
type Input = EvaluationAdviseInput
type Pause = () => Promise<unknown>

/**
 * Where to work among some runs.
 * @throws Problem `bad-input` where they were not measured on the same queries; by accuracy also
 * where the agent was not.
 */
export async function adviseOnRuns(context: Advising, input: Input, call: Call): Promise<Advice> {
  const score = scoreOf(input)
  const pause = yieldToEventLoop(context.clock, call.signal)
  const { maximumK } = await context.settings.read()
  const { k: usual } = await worksWith(context, input.dir)
  const { runs, inUse, outdated, leftOut } = await decidedAmong(context, input, { call, pause })
  const [first] = runs
  if (!first || first.outcomes.length === 0) throw unmeasured()
  const firstRecall = firstGoal(ownRuns(inUse, simulatedBy(context.recipes)))
  const target = targetOf(input, score, firstRecall)
  const agent = score === 'accuracy' ? await agentOf(context, input, { first, pause }) : undefined
  const bounded = await boundedPoints({ runs, maximumK, agent }, pause)
  const wanted = { least: target[score], tokens: target.tokens }
  const asked = { target: wanted, chosen: input.chosen, k: input.chosen?.k ?? input.k ?? usual }
  const advised = await advise(bounded, asked, pause)
  const chosen = runs.find(({ run }) => run.id === advised?.chosen.run)
  if (!advised || !chosen) throw agent ? noSuchK(agent, runs) : unmeasured()
  const more = agent ? accuracyOfMore(bounded.points) : recallOfMore(chosen, maximumK)
  const estimated = runs.some(({ run }) => run.tokensEstimated)
  return {
    ...advised,
    target,
    firstRecall,
    ...(await more(advised.chosen, pause)),
    ...(agent && { agent: agent.told }),
    ...outdatedNote({ outdated, leftOut }),
    queries: first.outcomes.length,
    tokenizer: [...new Set(runs.map(({ run }) => run.tokenizer))].join(', '),
    ...(estimated && { tokensEstimated: true }),
  }
}

const outdatedNote = ({
  outdated,
  leftOut,
}: Pick<DecidedAmong, 'outdated' | 'leftOut'>): Pick<Advice, 'outdated' | 'leftOut'> => ({
  ...(Object.keys(outdated).length > 0 && { outdated }),
  ...(Object.keys(leftOut).length > 0 && { leftOut }),
})

/** Until somebody says what is wanted, most of the best recall there is. */
function targetOf({ target }: Input, score: AdviceScore, firstRecall: number): AdviceTarget {
  if (target) return target
  return score === 'recall' ? { recall: firstRecall } : {}
}

/** What it is advised by. @throws Problem `bad-input` where another score is wanted as well. */
function scoreOf({ target = {}, score, agent }: Input): AdviceScore {
  const named = score ?? ((target.accuracy ?? agent) === undefined ? 'recall' : 'accuracy')
  const other = named === 'recall' ? 'accuracy' : 'recall'
  if (target[other] === undefined) return named
  throw new Problem(
    'bad-input',
    'Ask for a recall or an expected accuracy, not both.',
    'Say one of them: expected accuracy has the recall in it.',
  )
}

interface DecidedAmong {
  /** Those to decide among: what is in use, and what is chosen already. */
  runs: OpenRun[]
  /** Of what is in use now; all of them where none is. */
  inUse: readonly Run[]
  outdated: OutdatedRuns
  /** What is outdated of those that are left out for that. */
  leftOut: OutdatedRuns
}

async function decidedAmong(
  context: Advising,
  input: Input,
  asking: { call: Call; pause: Pause },
): Promise<DecidedAmong> {
  const all = await pairedRuns(context, input, asking)
  const measured = { dir: input.dir, runs: all.map(({ run }) => run) }
  const outdated = await outdatedAmong(context, measured, asking.call)
  const inUse = input.withOutdated ? measured.runs : runsInUse(measured.runs, outdated)
  const isMeant = ({ run }: OpenRun) => inUse.includes(run) || run.id === input.chosen?.run
  const runs = all.filter(isMeant)
  const of = (some: readonly OpenRun[]): OutdatedRuns =>
    Object.fromEntries(
      some.flatMap(({ run: { id } }) => (outdated[id] ? [[id, outdated[id]] as const] : [])),
    )
  return { runs, inUse, outdated: of(runs), leftOut: of(all.filter((each) => !isMeant(each))) }
}

/** The runs with their outcomes in one order. */
async function pairedRuns(
  { measured }: Advising,
  { dir, runs: ids }: Input,
  { call, pause }: { call: Call; pause: Pause },
): Promise<OpenRun[]> {
  const runs: OpenRun[] = []
  let first: OpenRun | undefined
  for (const [at, id] of [...new Set(ids)].entries()) {
    call.emit({ what: 'Reading runs', done: at, total: ids.length })
    const open = await measured.of(dir, id)
    first ??= open
    requireSameSize(first.run, open.run)
    runs.push({ ...open, outcomes: await pairedWith(first, open, pause) })
  }
  return runs
}

/**
 * The agent on the golden set of the runs.
 * @throws Problem `conflict` where that was edited since they were measured.
 */
async function agentOf(
  { sessions }: Advising,
  { dir, agent: model }: Input,
  { first, pause }: { first: OpenRun; pause: Pause },
): Promise<KnownAgent> {
  const session = await sessions.of(dir)
  const { goldenSet } = first.run
  await requireCurrent(session, first.run)
  return agentAccuracy(session, { goldenSet, model }, pause)
}

async function requireCurrent(session: Session, run: Run): Promise<void> {
  if (!(await editedSince(session, run.goldenSet)(run))) return
  throw new Problem(
    'conflict',
    `These runs measured “${run.goldenSet}” before it was edited, so newer runs of an agent do not apply to them.`,
    'Evaluate again, and use the new runs.',
  )
}

/** All points to choose from. More tools than a provider takes in a request are of no use. */
async function boundedPoints(
  {
    runs,
    maximumK,
    agent,
  }: { runs: readonly OpenRun[]; maximumK: number; agent?: KnownAgent | undefined },
  pause: Pause,
): Promise<BoundedPoints> {
  const points = []
  for (const { run, outcomes } of runs) {
    const own = agent
      ? await pointsAt({ run, outcomes }, availableCutoffs(run, agent.scores.keys()), pause)
      : await operatingPoints(run, outcomes, pause)
    points.push(...own.filter(({ k = 0 }) => k <= maximumK))
  }
  if (!agent) return byRecall(points, pause)
  const queries = runs[0]?.outcomes.map(({ id }) => id) ?? []
  return byAccuracy(points, { queries, agent: agent.scores }, pause)
}

const unmeasured = (): Problem =>
  new Problem('bad-input', 'These runs measured no query.', 'Evaluate on a golden set.')

function noSuchK({ told: { model, k } }: KnownAgent, runs: readonly OpenRun[]): Problem {
  const most = Math.max(0, ...runs.map(({ run }) => run.k.at(-1) ?? 0))
  const measured = `“${model}” was measured with ${k.join(', ')} ${k.join() === '1' ? 'tool' : 'tools'}`
  return most === 0
    ? new Problem(
        'bad-input',
        `These recipes decide themselves how many tools there are, and the accuracy of “${model}” is known by k.`,
        'Choose runs of recipes that are given k.',
      )
    : new Problem(
        'bad-input',
        `${measured}, and these runs hold no tool sets of as many.`,
        `Measure the agent with at most ${most} tools, or evaluate the recipes at a k that it was measured with.`,
      )
}

/** @throws Problem `bad-input`: fewer tools to choose from are easier. */
function requireSameSize(first: Run, run: Run): void {
  if (catalogSizeText(first) === catalogSizeText(run)) return
  throw new Problem(
    'bad-input',
    'These runs had catalogs of different sizes to choose from, and the smaller the easier.',
    'Choose runs on one size of catalog.',
  )
}

type More = (chosen: AdvicePoint, pause: Pause) => Promise<Pick<Advice, 'more'>>

/** What the next larger k finds, of those that the run holds tool sets for. */
const recallOfMore =
  ({ run, outcomes }: OpenRun, maximumK: number): More =>
  async ({ k, tokens }, pause) => {
    if (k === undefined || !run.curve) return {}
    const next = usableCutoffs(run).find((one) => one > k && one <= maximumK)
    const nextTokens = tokensAt(run, next)
    if (next === undefined || nextTokens === undefined) return {}
    const [now, then] = await recallColumns(outcomes, [k, next], pause)
    if (!now || !then) return {}
    const difference = await pairedDifference(then, now, pause)
    return { more: { k: next, gain: difference, tokens: nextTokens - tokens } }
  }

/** What the agent makes of the next larger k, of those that it was measured with. */
const accuracyOfMore =
  (points: readonly BoundedPoint[]): More =>
  async ({ run, k = 0, tokens }, pause) => {
    const own = points.filter((point) => point.run === run)
    const now = own.find((point) => point.k === k)
    const next = own.find((point) => (point.k ?? 0) > k)
    if (!now || next?.k === undefined) return {}
    const difference = await pairedDifference(next.scores, now.scores, pause)
    return { more: { k: next.k, gain: difference, tokens: next.tokens - tokens } }
  }

/** What is known of an agent: its scores by query with so many tools, and how that is told. */
interface KnownAgent {
  scores: AgentScores
  told: NonNullable<Advice['agent']>
}

/**
 * The Simple Agent of a model on a golden set as it is now; without a model that which was measured
 * last.
 * @throws Problem `not-found` where there is none.
 */
async function agentAccuracy(
  session: Session,
  { goldenSet, model: wanted }: { goldenSet: string; model: string | undefined },
  pause: () => Promise<unknown>,
): Promise<KnownAgent> {
  const { agents, outdated } = await currentAgents(session, goldenSet, pause)
  const simple = agents.filter(({ offer }) => offer.by === 'catalog')
  const models = [...new Set(simple.map(({ model }) => model))]
  const model = wanted ?? models[0]
  if (model === undefined || !models.includes(model)) {
    throw agentUnmeasured({ goldenSet, model: wanted, models, outdated })
  }
  const byTools = simpleAgents(simple, model)
  const k = [...byTools.keys()].sort((a, b) => a - b)
  const scores = new Map<number, ReadonlyMap<string, number>>()
  for (const tools of k) scores.set(tools, await scoresOf(session, byTools.get(tools)))
  const queries = Math.min(...[...scores.values()].map(({ size }) => size))
  const others = models.filter((other) => other !== model)
  return { scores, told: { model, k, queries, outdated, others } }
}

/** By query, of those that some tool answers. */
async function scoresOf(
  { store }: Session,
  run: AgentRun | undefined,
): Promise<Map<string, number>> {
  const outcomes = run ? await store.members('agentRuns', run.id) : []
  return new Map(outcomes.flatMap(({ id, score }) => (score ? [[id, score.weighted]] : [])))
}

interface Unmeasured {
  goldenSet: string
  model: string | undefined
  models: readonly string[]
  outdated: number
}

function agentUnmeasured({ goldenSet, model, models, outdated }: Unmeasured): Problem {
  const who = model === undefined ? 'No agent' : `“${model}”`
  const only = models.length > 0 ? ` Measured are: ${models.join(', ')}.` : ''
  const not = model === undefined ? 'was' : 'was not'
  return new Problem(
    'not-found',
    [
      `${who} ${not} measured with tools of the catalog on “${goldenSet}”, so its accuracy is unknown.${only}`,
      ...outdatedAgentsText(outdated),
    ].join(' '),
    `Measure it under Evaluate, Agent, with several numbers of tools. In a terminal: pegboard agent-eval --golden "${goldenSet}" --tools 1,3,5,10`,
  )
}
