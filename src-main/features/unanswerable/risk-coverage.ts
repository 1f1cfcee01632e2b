import type { RiskCoverage, RiskPoint } from './shared/confidence'
import { CRITICAL_FOR_ONE, scoreInterval } from '../../evaluation/statistics/bounds'

/** A query with what its best tool scores; undefined where none was given. */
export interface Scored {
  score: number | undefined
  /** Whether some tool fits it. */
  fits: boolean
  /** Whether it would be answered wrongly: no right tool is given, or there is none. */
  isWrong: boolean
}

/** Points of a curve that are told; a picture shows no more. */
const MOST_POINTS = 100

/**
 * How well scores tell which queries to answer: risk against coverage as the threshold falls, and
 * the area below it. El-Yaniv & Wiener 2010, Geifman & El-Yaniv 2017. Undefined where no query that
 * fits has a score, or all are of one kind.
 */
export function riskCoverage(queries: readonly Scored[]): RiskCoverage | undefined {
  const fitting = queries.filter(({ fits }) => fits)
  const others = queries.filter(({ fits }) => !fits)
  const hasScores = fitting.some(({ score }) => score !== undefined)
  if (!hasScores || fitting.length === 0 || others.length === 0) return undefined
  const points = curveOf(queries, fitting.length)
  return {
    auroc: aurocOf(fitting.map(scoreOf), others.map(scoreOf)),
    area: areaBelow(points),
    riskAtAll: points.at(-1)?.risk ?? 0,
    queries: queries.length,
    points: thinned(points),
  }
}

/** Of a query that was given nothing: no threshold answers it. */
const scoreOf = ({ score }: Scored): number => score ?? -Infinity

/**
 * One point for each score that there is, the highest first: queries of one score are answered
 * together.
 */
function curveOf(queries: readonly Scored[], fitting: number): RiskPoint[] {
  const falling = queries
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const points: RiskPoint[] = []
  let wrong = 0
  let falseActivations = 0
  let missed = fitting
  for (const [at, query] of falling.entries()) {
    wrong += query.isWrong ? 1 : 0
    falseActivations += query.fits ? 0 : 1
    missed -= query.fits ? 1 : 0
    const next = falling[at + 1]
    if (next && next.score === query.score) continue
    points.push({
      threshold: scoreOf(query),
      coverage: (at + 1) / queries.length,
      risk: wrong / (at + 1),
      misses: missed,
      falseActivations,
    })
  }
  return points
}

/**
 * The mean of the risk over all coverages that are reached; up to the first point it is that of the
 * first.
 */
function areaBelow(points: readonly RiskPoint[]): number {
  let area = 0
  let before = 0
  for (const { coverage, risk } of points) {
    area += (coverage - before) * risk
    before = coverage
  }
  return before === 0 ? 0 : area / before
}

/** About evenly over coverage; the first and the last stay. */
function thinned(points: readonly RiskPoint[]): RiskPoint[] {
  if (points.length <= MOST_POINTS) return [...points]
  const last = points.length - 1
  return Array.from(
    { length: MOST_POINTS },
    (_, at) => points[Math.round((at * last) / (MOST_POINTS - 1))] as RiskPoint,
  )
}

/**
 * How often a query that fits scores higher than one that does not, ties half, with a 95 %
 * interval: Hanley & McNeil 1982, as resampling would take n² comparisons each time. Where all or
 * none do, their variance is 0 however few queries there are: the interval is then Wilson’s, of as
 * many as the fewer kind has.
 */
export function aurocOf(
  fitting: readonly number[],
  others: readonly number[],
): RiskCoverage['auroc'] {
  const mean = above(fitting, others)
  if (mean === 0 || mean === 1) {
    const fewer = Math.min(fitting.length, others.length)
    return { mean, ci95: scoreInterval({ mean, deviation: 0 }, fewer, CRITICAL_FOR_ONE) }
  }
  const one = mean / (2 - mean)
  const two = (2 * mean ** 2) / (1 + mean)
  const variance =
    (mean * (1 - mean) +
      (fitting.length - 1) * (one - mean ** 2) +
      (others.length - 1) * (two - mean ** 2)) /
    (fitting.length * others.length)
  const margin = CRITICAL_FOR_ONE * Math.sqrt(Math.max(0, variance))
  return { mean, ci95: [Math.max(0, mean - margin), Math.min(1, mean + margin)] }
}

function above(fitting: readonly number[], others: readonly number[]): number {
  const rising = Float64Array.from(others).sort()
  let below = 0
  let upTo = 0
  let sum = 0
  for (const score of Float64Array.from(fitting).sort()) {
    while (below < rising.length && (rising[below] as number) < score) below++
    while (upTo < rising.length && (rising[upTo] as number) <= score) upTo++
    sum += (below + upTo) / 2
  }
  return sum / (fitting.length * others.length)
}
