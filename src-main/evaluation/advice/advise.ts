import { MOST_QUERIES_NEEDED, type Advice, type AdvicePoint } from '../../domain/run/advice'
import type { Estimate } from '../../domain/run/run'
import { estimate } from '../statistics/statistics'
import type { BoundedPoint, BoundedPoints } from './bounded-points'
import { scoreInterval, CRITICAL_FOR_ONE, spreadOf } from './bounds'

/** Of a normal distribution: 80 % lie below. The usual power of a planned test. */
const FOUR_IN_FIVE = 0.84

/**
 * About how many queries it takes until an interval of `critical` standard errors leaves out what lies `apart` from the
 * mean, four times out of five: ((critical + 0.84) · deviation / apart)², the sample size of a one-sample test (Lachin
 * 1981). Of paired differences where two points are to be told apart. Infinity where nothing lies between.
 */
export const queriesNeeded = (deviation: number, apart: number, critical: number): number =>
  apart === 0 ? Infinity : Math.ceil((((critical + FOUR_IN_FIVE) * deviation) / apart) ** 2)

/**
 * About how many queries it takes where all score the same, so that no spread tells: until the interval of that score,
 * `critical` standard errors wide, leaves out what is wanted. Infinity where more would not do.
 */
function queriesWithoutSpread(mean: number, wanted: number, critical: number): number {
  const isTold = (size: number): boolean => {
    const [low, high] = scoreInterval({ mean, deviation: 0 }, size, critical)
    return low >= wanted || high < wanted
  }
  let [few, many] = [0, MOST_QUERIES_NEEDED]
  if (mean === wanted || !isTold(many)) return Infinity
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2)
    if (isTold(middle)) many = middle
    else few = middle
  }
  return many
}

/** What is wanted: a score of at least `least`, 0…1, at most so many prompt tokens, or both. */
interface Target {
  least?: number | undefined
  tokens?: number | undefined
}

/** Whether the target is reached for sure, may be reached, or is not; and where. */
interface Choice {
  verdict: 'reached' | 'unsure' | 'missed'
  chosen: BoundedPoint
}

/**
 * The point to work at. Where a score is to be reached, the cheapest whose interval lies above it; where none does, the
 * cheapest whose mean reaches it, or the best, which may reach it or not. Else the best that the tokens allow.
 * Undefined where there is no point.
 */
export function choosePoint(points: readonly BoundedPoint[], target: Target): Choice | undefined {
  const affordable = points.filter(({ tokens }) => tokens <= (target.tokens ?? Infinity))
  const cheapest = leastTokens(points)
  if (!cheapest) return undefined
  const best = highest(affordable)
  if (!best) return { verdict: 'missed', chosen: cheapest }
  const { least } = target
  if (least === undefined) return { verdict: 'reached', chosen: best }
  const sure = leastTokens(affordable.filter(({ interval: [low] }) => low >= least))
  if (sure) return { verdict: 'reached', chosen: sure }
  const likely = leastTokens(affordable.filter(({ mean }) => mean >= least))
  if (likely) return { verdict: 'unsure', chosen: likely }
  const isPossible = best.interval[1] >= least
  return { verdict: isPossible ? 'unsure' : 'missed', chosen: best }
}

/** The cheapest point that may reach the score as well, though that is not sure, where it costs less than the one chosen. */
export function cheaperPerhaps(
  points: readonly BoundedPoint[],
  { least }: Target,
  { verdict, chosen }: Choice,
): BoundedPoint | undefined {
  if (least === undefined || verdict !== 'reached') return undefined
  return leastTokens(points.filter(({ mean, tokens }) => mean >= least && tokens < chosen.tokens))
}

const leastTokens = (points: readonly BoundedPoint[]): BoundedPoint | undefined =>
  points.reduce<BoundedPoint | undefined>(
    (best, point) =>
      !best ||
      point.tokens < best.tokens ||
      (point.tokens === best.tokens && point.mean > best.mean)
        ? point
        : best,
    undefined,
  )

const highest = (points: readonly BoundedPoint[]): BoundedPoint | undefined =>
  points.reduce<BoundedPoint | undefined>(
    (best, point) =>
      !best || point.mean > best.mean || (point.mean === best.mean && point.tokens < best.tokens)
        ? point
        : best,
    undefined,
  )

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
