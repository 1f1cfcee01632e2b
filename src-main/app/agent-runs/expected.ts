import type { ExpectedAccuracy, ExpectedPoint } from '../../contract/agent-run-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import type { AgentRun } from '../../domain/agent-run'
import { nameAt } from '../../domain/measure-name'
import { Problem } from '../../domain/problem'
import type { Estimate, Run } from '../../domain/run'
import { expectedAccuracy } from '../../evaluation/agent/expected-accuracy'
import { estimate } from '../../evaluation/statistics'
import { turns } from '../../evaluation/turns'
import type { Call } from '../app'
import { canonical } from '../canonical'
import { measuredRunsOf, type OpenRun } from '../evaluation/measured-runs'
import { goldenHashOf } from '../evaluation/provenance'
import { sampledBy } from '../evaluation/sampled-by'
import { measuredPart } from '../evaluation/split-catalog'
import { storedRuns } from '../evaluation/store'
import type { AppContext } from '../handlers'
import type { Session } from '../session'

/** Runs looked at, one of each recipe with its options and embedder on each size of catalog. */
const MOST_RUNS = 60

/** E(M,k) of every run of a golden set that ranks tools, with every model measured as a Simple Agent on it. */
export async function expectedAccuracies(
  context: AppContext,
  { dir, goldenSet }: ParsedInput<'agentRuns.expected'>,
  { signal, emit }: Call,
): Promise<RouteOutput<'agentRuns.expected'>> {
  const session = await context.sessions.of(dir)
  const agents = (await agentRunsOf(session)).filter((run) => run.goldenSet === goldenSet)
  const models = [...new Set(agents.map(({ model }) => model))]
  const { runs, ...leftOut } = await rankingRuns(session, goldenSet)
  const measured = measuredRunsOf(context)
  const pause = turns(context.clock, signal)
  const found: ExpectedAccuracy[] = []
  for (const [at, run] of runs.entries()) {
    emit({ what: 'Computing expected accuracy', done: at, total: runs.length, unit: 'runs' })
    const open = await measured.of(dir, run.id)
    for (const model of models) {
      const ofModel = agents.filter((agent) => agent.model === model)
      const points = await pointsOf(open, ofModel, pause)
      if (points.length === 0) continue
      const { id, recipe, options, embedder, sample, catalog, catalogSize } = run
      const tools = catalogSize?.tools ?? catalog.tools
      const named = { ...(embedder && { embedder }), ...(sample && { sample }) }
      found.push({ ...{ run: id, recipe, options, tools, model }, ...named, points })
    }
  }
  // The whole catalog first.
  return { found: found.sort((a, b) => b.tools - a.tools), leftOut }
}

export const agentRunsOf = async ({ store }: Session): Promise<AgentRun[]> =>
  (await store.read('agentRuns')).agentRuns

/**
 * One run of each recipe with its options and embedder, of those that rank tools: rather one of all queries than of a sample, and
 * then the newest. Runs of the golden set as it was before it was edited are none of them.
 */
async function rankingRuns(session: Session, goldenSet: string) {
  const chosen = new Map<unknown, Run>()
  const hashNow = hashesNow(session, goldenSet)
  let outdated = 0
  for (const run of await storedRuns(session)) {
    if (run.goldenSet !== goldenSet || run.k.length === 0) continue
    const hash = await hashNow(run)
    if (run.provenance && hash !== undefined && run.provenance.goldenHash !== hash) {
      outdated++
      continue
    }
    const { recipe, options, embedder, catalogSize, split } = run
    const key = canonical([recipe, options, embedder, catalogSize, split])
    const known = chosen.get(key)
    if (!known || (known.sample && !run.sample)) chosen.set(key, run)
  }
  const all = [...chosen.values()].sort((a, b) => Number(!!a.sample) - Number(!!b.sample))
  return { runs: all.slice(0, MOST_RUNS), outdated, beyond: Math.max(0, all.length - MOST_RUNS) }
}

/** What the queries that a run measured hash to by now; undefined where they are not there any more. */
function hashesNow(session: Session, goldenSet: string) {
  const known = new Map<unknown, Promise<string | undefined>>()
  const hash = async ({ sample, split }: Run): Promise<string | undefined> => {
    try {
      const part = { catalog: await session.catalog(), goldenSet, split }
      const { measured } = await measuredPart(session, part)
      const queries = sampledBy(sample, measured.length)(measured)
      return await goldenHashOf(queries, () => Promise.resolve())
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
  return (run: Run) => {
    const key = canonical([run.sample, run.split])
    const now = known.get(key) ?? hash(run)
    known.set(key, now)
    return now
  }
}

/** Where both are measured, by k, rising. Of several agent runs with as many tools, the newest counts. */
async function pointsOf(
  open: OpenRun,
  agents: readonly AgentRun[],
  pause: () => Promise<unknown>,
): Promise<ExpectedPoint[]> {
  const simple = new Map<number, Estimate>()
  const measured = new Map<number, Estimate>()
  for (const { offer, scores } of [...agents].reverse()) {
    if (offer.by === 'catalog') simple.set(offer.tools, scores.weighted)
    else if (offer.run === open.run.id && offer.k !== undefined) {
      measured.set(offer.k, scores.weighted)
    }
  }
  const points: ExpectedPoint[] = []
  for (const [k, agent] of [...simple].sort(([a], [b]) => a - b)) {
    const recall = await recallOf(open, k, pause)
    if (!recall) continue
    const direct = measured.get(k)
    points.push({
      ...{ k, agent, recall, expected: expectedAccuracy(agent, recall) },
      ...(direct && { measured: direct }),
    })
  }
  return points
}

/** R(M,k) with its interval; undefined where the run holds no tools for that k. */
async function recallOf(
  { run, judged }: OpenRun,
  k: number,
  pause: () => Promise<unknown>,
): Promise<Estimate | undefined> {
  const known = run.measures[nameAt('Recall', k)]
  if (known) return known
  if (k > (run.k.at(-1) ?? 0) || (run.curve?.k && !run.curve.k.includes(k))) return undefined
  const [figure] = await estimate([judged(k).recall], pause)
  return figure
}
