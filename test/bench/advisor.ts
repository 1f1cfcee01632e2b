import { join } from 'node:path'
import type { Estimate, QueryOutcome, Run } from '../../src-main/domain/run/run'
import { byRecall, type BoundedPoint } from '../../src-main/evaluation/advice/bounded-points'
import {
  CRITICAL_FOR_ONE,
  scoreInterval,
  spreadOf,
} from '../../src-main/evaluation/statistics/bounds'
import { choosePoint } from '../../src-main/evaluation/advice/advise'
import {
  operatingPoints,
  type OperatingPoint,
} from '../../src-main/evaluation/advice/operating-points'
import { randomNumbers } from '../../src-main/evaluation/statistics/random'
import { estimate } from '../../src-main/evaluation/statistics/statistics'
import { benchApp, type BenchApp } from './bench-app'
import { expectedAccuracy } from './expected-accuracy'
import { printFigure } from './print'

const SETS = [
  { name: 'ToolE single', folder: 'toole', goldenSet: 'single' },
  { name: 'Seal-Tools in domain', folder: 'seal-tools', goldenSet: 'test-in-domain' },
  { name: 'ToolLinkOS', folder: 'toollinkos', goldenSet: 'main' },
  { name: 'RecTools', folder: 'rectools', goldenSet: 'rectools' },
]
const RECIPES = ['bm25', 'dense', 'hybrid']
const K = [1, 3, 5, 10, 20]
const SIZES = [50, 200, 1000]
/**
 * Samples drawn anew for each target: the share of wrong bounds is known to ±1 point, all targets
 * together.
 */
const SAMPLES = Number(process.env['SAMPLES'] ?? 200)
const PAGE = 1000
const now = () => Promise.resolve()

/** The ways to state what a chosen point reaches. */
const WAYS = ['each alone', 'each alone, Wilson', 'other half, Wilson', 'all at once'] as const
type Way = (typeof WAYS)[number]

interface Tally {
  stated: number
  /** The true recall is below the stated bound. */
  tooHigh: number
  /** The target is said to be reached, and is not. */
  saidWrongly: number
  said: number
}

/**
 * How often the point that the advisor chooses has a true recall below the bound stated for it, by
 * way of stating it.
 */
export async function advisor(datasets: string): Promise<void> {
  const app = await benchApp(datasets)
  for (const { name, folder, goldenSet } of SETS) {
    const points = await pointsOf(app, {
      dir: await app.imported(join(datasets, folder)),
      goldenSet,
    })
    for (const size of SIZES) {
      const tallies = new Map(
        WAYS.map((way) => [way, { stated: 0, tooHigh: 0, saidWrongly: 0, said: 0 }]),
      )
      const random = randomNumbers(size)
      for (let sample = 0; sample < SAMPLES; sample++)
        await trySample(points, { size, random, tallies })
      for (const [way, { stated, tooHigh, saidWrongly, said }] of tallies) {
        const share = (part: number, of: number) => `${((100 * part) / (of || 1)).toFixed(1)} %`
        printFigure(
          `${name}, ${size} queries, ${way}: bound too high · wrongly “reached” · reached`,
          `${share(tooHigh, stated)} · ${share(saidWrongly, stated)} · ${share(said, stated)}`,
          'at most 2.5 %',
        )
      }
    }
  }
  await app.close()
  await expectedAccuracy()
}

async function pointsOf(app: BenchApp, { dir, goldenSet }: { dir: string; goldenSet: string }) {
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet,
    k: K,
    embedder: 'builtin',
    recipes: RECIPES.map((recipe) => ({ recipe })),
  })
  const points: OperatingPoint[] = []
  for (const run of runs)
    points.push(...(await operatingPoints(run, await outcomesOf(app, dir, run), now)))
  return points
}

async function outcomesOf(app: BenchApp, dir: string, run: Run): Promise<QueryOutcome[]> {
  const outcomes = new Map<string, QueryOutcome>()
  for (;;) {
    const page = { dir, run: run.id, offset: outcomes.size, limit: PAGE }
    const { rows, total } = await app.request('evaluation.outcomes', page)
    for (const row of rows) outcomes.set(row.id, row)
    if (rows.length === 0 || outcomes.size >= total) break
  }
  // In one order for all runs.
  return [...outcomes.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface Trial {
  size: number
  random: () => number
  tallies: Map<Way, Tally>
}

async function trySample(
  points: readonly OperatingPoint[],
  { size, random, tallies }: Trial,
): Promise<void> {
  const queries = points[0]?.scores.length ?? 0
  const drawn = Array.from({ length: size }, () => Math.floor(random() * queries))
  const all = sampled(points, drawn)
  const half = Math.floor(size / 2)
  const bounded = {
    'each alone': await boundedByResamples(all),
    'each alone, Wilson': boundedAlone(all),
    'other half, Wilson': boundedAlone(sampled(points, drawn.slice(0, half))),
    'all at once': await boundedTogether(all),
  }
  const other = boundedAlone(sampled(points, drawn.slice(half)))
  for (const target of targetsOf(points)) {
    for (const way of WAYS) {
      const choice = choosePoint(bounded[way], target)
      if (!choice) continue
      const at = bounded[way].indexOf(choice.chosen)
      const stated = way === 'other half, Wilson' ? (other[at] as BoundedPoint) : choice.chosen
      const truth = spreadOf(points[at]?.scores ?? new Float64Array()).mean
      const tally = tallies.get(way) as Tally
      tally.stated++
      if (truth < stated.interval[0]) tally.tooHigh++
      const says = target.least !== undefined && stated.interval[0] >= target.least
      if (says) tally.said++
      if (says && truth < (target.least ?? 0)) tally.saidWrongly++
    }
  }
}

/**
 * Where a choice is hardest to make: what the best recipe truly reaches at some k, or what its
 * tools cost there.
 */
function targetsOf(points: readonly OperatingPoint[]) {
  const means = new Map(points.map((point) => [point, spreadOf(point.scores).mean]))
  return [3, 5, 10].flatMap((k) => {
    const [best] = points
      .filter((point) => point.k === k)
      .sort((a, b) => (means.get(b) ?? 0) - (means.get(a) ?? 0))
    if (!best) return []
    return [{ least: means.get(best) }, { tokens: best.tokens }]
  })
}

const sampled = (points: readonly OperatingPoint[], drawn: readonly number[]): OperatingPoint[] =>
  points.map((point) => ({
    ...point,
    scores: Float64Array.from(drawn, (at) => point.scores[at] as number),
  }))

const columnsOf = (points: readonly OperatingPoint[]) => points.map(({ scores }) => scores)

const boundedAlone = (points: readonly OperatingPoint[]): BoundedPoint[] =>
  points.map((point) => {
    const spread = spreadOf(point.scores)
    const interval = scoreInterval(spread, point.scores.length, CRITICAL_FOR_ONE)
    return { ...point, ...spread, ci95: interval, interval }
  })

async function boundedByResamples(points: readonly OperatingPoint[]): Promise<BoundedPoint[]> {
  const estimates = await estimate(columnsOf(points), now)
  return points.map((point, at) => ({
    ...point,
    ...spreadOf(point.scores),
    ...(estimates[at] as Estimate),
    interval: estimates[at]?.ci95 ?? [0, 1],
  }))
}

const boundedTogether = async (points: readonly OperatingPoint[]): Promise<BoundedPoint[]> =>
  (await byRecall(points, now)).points
