import type { Advice, AdvicePoint } from '../../domain/run/advice'
import type { Estimate } from '../../domain/run/run'
import { randomisationTests } from '../statistics/randomisation'
import { meanOf } from '../statistics/statistics'
import type { BoundedPoint, BoundedPoints } from './bounded-points'
import { spreadOf } from '../statistics/bounds'

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
 * The point to work at. Where a score is to be reached, the cheapest whose interval lies above it;
 * where none does, the safest: that whose interval begins highest. Else the best that the tokens
 * allow. Undefined where there is no point.
 */
export function choosePoint(points: readonly BoundedPoint[], target: Target): Choice | undefined {
  const affordable = points.filter(({ tokens }) => tokens <= (target.tokens ?? Infinity))
  const cheapest = leastTokens(points)
  if (!cheapest) return undefined
  const best = highestBy(affordable, ({ mean }) => mean)
  if (!best) return { verdict: 'missed', chosen: cheapest }
  const { least } = target
  if (least === undefined) return { verdict: 'reached', chosen: best }
  const sure = leastTokens(affordable.filter(({ interval: [low] }) => low >= least))
  if (sure) return { verdict: 'reached', chosen: sure }
  const safest = highestBy(affordable, ({ interval: [low] }) => low) ?? best
  const isPossible = affordable.some(({ interval: [, high] }) => high >= least)
  return isPossible ? { verdict: 'unsure', chosen: safest } : { verdict: 'missed', chosen: best }
}

/** What the target says of a point that somebody chose. */
export function judgePoint(chosen: BoundedPoint, { least = 0, tokens }: Target): Choice {
  const [low, high] = chosen.interval
  if (high < least || chosen.tokens > (tokens ?? Infinity)) return { verdict: 'missed', chosen }
  return { verdict: low >= least ? 'reached' : 'unsure', chosen }
}

/**
 * The cheapest point that may reach the score as well, though that is not sure, where it costs less
 * than the one chosen.
 */
export function cheaperPerhaps(
  points: readonly BoundedPoint[],
  { least }: Target,
  { verdict, chosen }: Choice,
): BoundedPoint | undefined {
  if (least === undefined || verdict === 'missed') return undefined
  return leastTokens(points.filter(({ mean, tokens }) => mean >= least && tokens < chosen.tokens))
}

/** So many of the queries, one at the least, may be others before an advice turns over unsaid. */
const OTHER_QUERIES = 0.01
/** An interval moves further than its mean, as its width changes as well. */
const REACH = 1.5
/** By so much may the tokens that points take on average be off. */
const OTHER_TOKENS = 0.02

/**
 * What would be chosen with a few other queries: another point, or the same without being sure.
 * Nothing where that is what is chosen all the same, and where it is said already that the queries
 * cannot decide.
 */
export function nearbyChoice(
  points: readonly BoundedPoint[],
  { least, tokens = Infinity }: Target,
  { verdict, chosen }: Choice,
): Choice | undefined {
  if (verdict === 'unsure') return undefined
  const queries = chosen.scores.length
  const slack = (REACH * Math.max(1, Math.ceil(OTHER_QUERIES * queries))) / queries
  const isOther = (choice: Choice | undefined) =>
    choice !== undefined && (choice.chosen !== chosen || choice.verdict !== verdict)
  const moved = [slack, -slack].flatMap((by) =>
    [1, 1 - OTHER_TOKENS, 1 + OTHER_TOKENS].map((share) =>
      choosePoint(points, {
        ...(least !== undefined && { least: least + by }),
        ...(tokens !== Infinity && { tokens: tokens * share }),
      }),
    ),
  )
  const turned = moved.find(isOther)
  if (turned) return turned
  const isSearched = least === undefined || verdict === 'missed'
  const level = points.filter((point) =>
    isSearched
      ? point.mean >= chosen.mean - slack && point.tokens <= tokens * (1 + OTHER_TOKENS)
      : point.interval[0] >= least - slack && point.tokens <= chosen.tokens * (1 + OTHER_TOKENS),
  )
  const other = leastTokens(level.filter((point) => point !== chosen))
  return other && { verdict, chosen: other }
}

const leastTokens = (points: readonly BoundedPoint[]): BoundedPoint | undefined =>
  points.toSorted((a, b) => a.tokens - b.tokens || b.mean - a.mean)[0]

const highestBy = (
  points: readonly BoundedPoint[],
  figure: (point: BoundedPoint) => number,
): BoundedPoint | undefined =>
  points.toSorted((a, b) => figure(b) - figure(a) || a.tokens - b.tokens)[0]

type Advised = Pick<
  Advice,
  | ('verdict' | 'chosen' | 'recommended' | 'edge' | 'cheaper' | 'runnerUp' | 'fewer')
  | ('queries' | 'points')
>

interface Wanted {
  target: Target
  /** The point that somebody chose; left out: the best by the target. */
  chosen?: { run: string; k?: number | undefined } | undefined
  /** The k of now; left out: that of the point. */
  k?: number | undefined
}

/**
 * Where to work among the points of several runs, all scored on the same queries in the same order;
 * undefined where there are none. Choosing the best of many flatters it: the intervals of points
 * hold for all of them at once, which the benchmark `advisor` holds against published data.
 */
export async function advise(
  { points: all, critical }: BoundedPoints,
  { target, chosen: wanted, k }: Wanted,
  pause: () => Promise<unknown>,
): Promise<Advised | undefined> {
  const recommended = choosePoint(all, target)
  if (!recommended) return undefined
  const point = wanted && all.find(({ run, k: own }) => run === wanted.run && own === wanted.k)
  const isOwn = point !== undefined && point !== recommended.chosen
  const choice = isOwn ? judgePoint(point, target) : recommended
  const { verdict, chosen } = choice
  const cheaper = cheaperPerhaps(all, target, choice)
  const edge = isOwn ? undefined : nearbyChoice(all, target, choice)
  return {
    verdict,
    chosen: shown(chosen),
    ...(isOwn && { recommended: shown(recommended.chosen) }),
    ...(edge && { edge: { ...shown(edge.chosen), verdict: edge.verdict } }),
    ...(cheaper && cheaper !== recommended.chosen && { cheaper: shown(cheaper) }),
    ...(await runnerUpOf(all, { target, chosen }, pause)),
    ...fewerThan(all, { run: chosen.run, k: k ?? chosen.k, critical }),
    queries: chosen.scores.length,
    points: all.length,
  }
}

const shown = ({ run, k, mean, ci95, interval, tokens, parts }: BoundedPoint): AdvicePoint => ({
  run,
  tokens,
  recall: parts?.recall ?? { mean, ci95 },
  simultaneous: interval,
  ...(parts && { accuracy: { mean, ci95 }, agent: parts.agent }),
  ...(k !== undefined && { k }),
})

/**
 * By how much one score is above another, query by query, with the interval that `compare` gives
 * the same difference alone.
 */
export async function pairedDifference(
  one: Float64Array,
  other: Float64Array,
  pause: () => Promise<unknown>,
): Promise<Estimate> {
  const differences = one.map((value, at) => value - (other[at] as number))
  const [test] = await randomisationTests([differences], pause)
  return { mean: meanOf(differences), ci95: test?.interval(1) ?? [0, 0] }
}

async function runnerUpOf(
  points: readonly BoundedPoint[],
  { target, chosen }: { target: Target; chosen: BoundedPoint },
  pause: () => Promise<unknown>,
): Promise<Pick<Advised, 'runnerUp'>> {
  const others = points.filter(({ run }) => run !== chosen.run)
  const second = choosePoint(others, target)?.chosen
  if (!second) return {}
  const difference = await pairedDifference(chosen.scores, second.scores, pause)
  return { runnerUp: { ...shown(second), difference } }
}

/**
 * A smaller k is told of that surely keeps as much of the score: one in twenty of what was reached
 * is lost at the most.
 */
const LEAST_KEPT = 0.95

/**
 * The smallest k of the run that keeps most of its score at the k on show, where it saves tokens.
 */
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

/**
 * The ratio of two means over the same queries, with its interval by the delta method (Fieller's
 * for large samples).
 */
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
