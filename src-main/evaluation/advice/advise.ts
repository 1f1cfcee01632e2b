import { MOST_QUERIES_NEEDED, type Advice, type AdvicePoint } from '../../domain/advice'
import type { Estimate } from '../../domain/run'
import { estimate } from '../statistics'
import type { BoundedPoint, BoundedPoints } from './bounded-points'
import { CRITICAL_FOR_ONE, spreadOf } from './bounds'
import { cheaperPerhaps, choosePoint, type Target } from './choose-point'
import { queriesNeeded, queriesWithoutSpread } from './queries-needed'

type Advised = Pick<
  Advice,
  'verdict' | 'chosen' | 'queriesNeeded' | 'cheaper' | 'runnerUp' | 'fewer' | 'queries' | 'points'
>

interface Wanted {
  target: Target
  /** The k on show. */
  k: number | undefined
}

/**
 * Where to work among the points of several runs, all scored on the same queries in the same order; undefined where there
 * are none. Choosing the best of many flatters it: the intervals of points hold for all of them at once, which the
 * benchmark `advisor` holds against published data.
 */
export async function advise(
  { points: all, critical }: BoundedPoints,
  { target, k }: Wanted,
  pause: () => Promise<unknown>,
): Promise<Advised | undefined> {
  const choice = choosePoint(all, target)
  if (!choice) return undefined
  const { verdict, chosen } = choice
  const needed = (point: BoundedPoint) => told(neededFor(point, target.least ?? 0, critical))
  const cheaper = cheaperPerhaps(all, target, choice)
  return {
    verdict,
    chosen: shown(chosen),
    ...(verdict === 'unsure' && { queriesNeeded: needed(chosen) }),
    ...(cheaper && { cheaper: { ...shown(cheaper), queriesNeeded: needed(cheaper) } }),
    ...(await runnerUpOf(all, { target, chosen }, pause)),
    ...fewerThan(all, { run: chosen.run, k, critical }),
    queries: chosen.scores.length,
    points: all.length,
  }
}

const shown = ({ run, k, mean, interval, tokens, parts }: BoundedPoint): AdvicePoint => ({
  ...{ run, tokens, recall: parts?.recall ?? { mean, ci95: interval } },
  ...(parts && { accuracy: { mean, ci95: interval }, agent: parts.agent }),
  ...(k !== undefined && { k }),
})

function neededFor(
  { mean, deviation, parts }: BoundedPoint,
  least: number,
  critical: number,
): number {
  if (deviation > 0) return queriesNeeded(deviation, mean - least, critical)
  // Of expected accuracy both factors are as uncertain as one.
  return queriesWithoutSpread(mean, least, parts ? critical * Math.SQRT2 : critical)
}

const told = (queries: number): number => Math.min(MOST_QUERIES_NEEDED, queries)

/** By how much one score is above another, query by query. */
export async function pairedDifference(
  one: Float64Array,
  other: Float64Array,
  pause: () => Promise<unknown>,
): Promise<{ difference: Estimate; deviation: number }> {
  const differences = one.map((value, at) => value - (other[at] as number))
  const [difference = { mean: 0, ci95: [0, 0] }] = await estimate([differences], pause)
  return { difference, deviation: spreadOf(differences).deviation }
}

async function runnerUpOf(
  points: readonly BoundedPoint[],
  { target, chosen }: { target: Target; chosen: BoundedPoint },
  pause: () => Promise<unknown>,
): Promise<Pick<Advised, 'runnerUp'>> {
  const others = points.filter(({ run }) => run !== chosen.run)
  const second = choosePoint(others, target)?.chosen
  if (!second) return {}
  const { difference, deviation } = await pairedDifference(chosen.scores, second.scores, pause)
  const [low, high] = difference.ci95
  const isTold = low > 0 || high < 0 || deviation === 0
  const needed = told(queriesNeeded(deviation, difference.mean, CRITICAL_FOR_ONE))
  return { runnerUp: { ...shown(second), difference, ...(!isTold && { queriesNeeded: needed }) } }
}

/** A smaller k is told of that surely keeps as much of the score: one in twenty of what was reached is lost at the most. */
const LEAST_KEPT = 0.95

/** The smallest k of the run that keeps most of its score at the k on show, where it saves tokens. */
function fewerThan(
  points: readonly BoundedPoint[],
  { run, k: of, critical }: { run: string; k: number | undefined; critical: number },
): Pick<Advised, 'fewer'> {
  const own = points.filter((point) => point.run === run && point.k !== undefined)
  const whole = own.find(({ k }) => k === of)
  if (!whole || whole.mean === 0 || of === undefined) return {}
  for (const point of own) {
    if (point.k === undefined || point.k >= of || point.tokens >= whole.tokens) continue
    const kept = shareKept(point, whole, critical)
    if (kept.ci95[0] < LEAST_KEPT) continue
    return { fewer: { run, k: point.k, of, kept, tokens: point.tokens / whole.tokens } }
  }
  return {}
}

/** The ratio of two means over the same queries, with its interval by the delta method (Fieller's for large samples). */
function shareKept(part: BoundedPoint, whole: BoundedPoint, critical: number): Estimate {
  const mean = part.mean / whole.mean
  const { deviation } = spreadOf(
    part.scores.map((score, at) => score - mean * (whole.scores[at] as number)),
  )
  const half = (critical * deviation) / (whole.mean * Math.sqrt(part.scores.length))
  // An agent may do better with fewer tools; fewer tools never hold more right ones.
  const most = part.parts ? Infinity : 1
  return { mean, ci95: [Math.max(0, mean - half), Math.min(most, mean + half)] }
}
