import type { AgentRunsExpectedAnswer, ExpectedAccuracy, ExpectedPoint } from './shared/answers'
import { eligibleIn } from '../../domain/run/catalog-size'
import type { AgentRun } from '../../domain/agent/run'
import { nameAt } from '../../domain/measure/name'
import type { Estimate, Run } from '../../domain/run/run'
import { availableCutoffs } from '../../evaluation/advice/operating-points'
import { expectedAccuracy } from '../../evaluation/agent/summarise-agent'
import { estimate } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import { canonical } from '../../domain/value/canonical'
import { measuredRunsOf, type OpenRun } from '../../app/evaluation/measured-runs'
import { editedSince } from '../../app/evaluation/edited-since'
import { storedRuns } from '../../app/evaluation/store'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import { currentAgents, simpleAgents } from '../../app/evaluation/simple-agents'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const AgentRunsExpectedInput = z.object({
  dir: Dir,
  goldenSet: z.string().meta({ title: 'name', description: 'the golden set' }),
})
export type AgentRunsExpectedInput = z.output<typeof AgentRunsExpectedInput>

/** Runs looked at, one of each recipe with its options and embedder on each size of catalog. */
const MOST_RUNS = 60

/**
 * E(M,k) of every run of a golden set that ranks tools, with every model measured as a Simple Agent
 * on it.
 */
export async function expectedAccuracies(
  context: AppContext,
  { dir, goldenSet }: AgentRunsExpectedInput,
  { signal, emit }: Call,
): Promise<AgentRunsExpectedAnswer> {
  const session = await context.sessions.of(dir)
  const pause = yieldToEventLoop(context.clock, signal)
  const { agents, outdated: outdatedAgents } = await currentAgents(session, goldenSet, pause)
  const models = [...new Set(agents.map(({ model }) => model))]
  const { runs, ...leftOut } = await rankingRuns(session, goldenSet)
  const measured = measuredRunsOf(context)
  const found: ExpectedAccuracy[] = []
  for (const [at, run] of runs.entries()) {
    emit({ what: 'Computing expected accuracy', done: at, total: runs.length, unit: 'runs' })
    const open = await measured.of(dir, run.id)
    for (const model of models) {
      const ofModel = agents.filter((agent) => agent.model === model)
      const points = await pointsOf(open, { ofModel, model }, pause)
      if (points.length === 0) continue
      const { id, recipe, options, embedder, sample } = run
      const tools = eligibleIn(run)
      const named = { ...(embedder && { embedder }), ...(sample && { sample }) }
      found.push({ run: id, recipe, options, tools, model, ...named, points })
    }
  }
  // The whole catalog first.
  return { found: found.sort((a, b) => b.tools - a.tools), leftOut: { ...leftOut, outdatedAgents } }
}

/**
 * One run of each recipe with its options and embedder, of those that rank tools: rather one of all
 * queries than of a sample, and then the newest. Runs of the golden set as it was before it was
 * edited are none of them.
 */
async function rankingRuns(session: Session, goldenSet: string) {
  const chosen = new Map<unknown, Run>()
  const isEdited = editedSince(session, goldenSet)
  let outdated = 0
  for (const run of await storedRuns(session)) {
    if (run.goldenSet !== goldenSet || run.k.length === 0) continue
    if (await isEdited(run)) {
      outdated++
      continue
    }
    const { recipe, options, embedder, catalogSize, split } = run
    const drawn = catalogSize && [catalogSize.tools, catalogSize.seed]
    const key = canonical([recipe, options, embedder, drawn, split])
    const known = chosen.get(key)
    if (!known || (known.sample && !run.sample)) chosen.set(key, run)
  }
  const all = [...chosen.values()].sort((a, b) => Number(!!a.sample) - Number(!!b.sample))
  return { runs: all.slice(0, MOST_RUNS), outdated, beyond: Math.max(0, all.length - MOST_RUNS) }
}

/** Where both are measured, by k, rising. */
async function pointsOf(
  open: OpenRun,
  { ofModel, model }: { ofModel: readonly AgentRun[]; model: string },
  pause: () => Promise<unknown>,
): Promise<ExpectedPoint[]> {
  const simple = simpleAgents(ofModel, model)
  const measured = new Map<number, Estimate>()
  for (const { offer, scores } of [...ofModel].reverse()) {
    if (offer.by !== 'run' || offer.run !== open.run.id || offer.k === undefined) continue
    measured.set(offer.k, scores.weighted)
  }
  const points: ExpectedPoint[] = []
  for (const k of availableCutoffs(open.run, simple.keys())) {
    const agent = simple.get(k)?.scores.weighted
    const recall = await recallOf(open, k, pause)
    if (!agent || !recall) continue
    const direct = measured.get(k)
    points.push({
      k,
      agent,
      recall,
      expected: expectedAccuracy(agent, recall),
      ...(direct && { measured: direct }),
    })
  }
  return points
}

/** R(M,k) with its interval, at a k that the run holds tools for. */
async function recallOf(
  { run, judged }: OpenRun,
  k: number,
  pause: () => Promise<unknown>,
): Promise<Estimate | undefined> {
  const known = run.measures[nameAt('Recall', k)]
  if (known) return known
  const [figure] = await estimate([judged(k).recall], pause)
  return figure
}
