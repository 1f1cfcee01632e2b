import { RESAMPLES } from '../../domain/measure/method'
import type { Estimate } from '../../domain/run/run'
import { estimateOf, meanOf, quantile, resampledMeans } from './statistics'

/**
 * Of a normal distribution: 95 % lie between. No bound for several points is narrower than that for
 * one.
 */
export const CRITICAL_FOR_ONE = 1.96

export interface Bounded extends Estimate {
  /** Standard deviation over queries. */
  deviation: number
  /**
   * The simultaneous interval, which holds for all columns at once; `ci95` is that of this column
   * alone.
   */
  interval: Interval
}

type Interval = [low: number, high: number]

/** Intervals of several means, with the number of standard errors that they reach out. */
interface Bounds {
  critical: number
  /** `bounded[i]` belongs to `columns[i]`. */
  bounded: Bounded[]
}

/**
 * 95 % intervals that hold for all columns at once, so that whichever column is chosen, its
 * interval can be stated: the critical value is the 95 % quantile of the largest standardised
 * deviation of any column (max-t; Westfall & Young 1993), in the same resamples as the plain
 * intervals, so that points which have most of their queries in common cost little. The intervals
 * are Wilson's (1927) for as many queries as a share of that variance would have (Korn & Graubard
 * 1998), which stay within 0…1 and have a width where all queries score the same; each holds the
 * plain interval of its column.
 * @param columns scores 0…1, all equally long
 */
export async function simultaneousBounds(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<Bounds> {
  const resampled = await resampledMeans(columns, pause)
  const critical = criticalValue(columns, resampled)
  return {
    critical,
    bounded: columns.map((values, at) => {
      const { mean, ci95 } = estimateOf(values, resampled[at] as Float64Array)
      const { deviation } = spreadOf(values)
      const wilson = scoreInterval({ mean, deviation }, values.length, critical)
      return { mean, ci95, deviation, interval: holding(wilson, ci95) }
    }),
  }
}

/**
 * The wider of both at either end: what holds for all points is never narrower than what holds for
 * one.
 */
export const holding = (interval: Interval, [low, high]: Interval): Interval => [
  Math.min(interval[0], low),
  Math.max(interval[1], high),
]

interface Spread {
  mean: number
  /** Standard deviation over queries. */
  deviation: number
}

/** Mean and standard deviation (over n − 1) of values. */
export function spreadOf(values: Float64Array): Spread {
  const mean = meanOf(values)
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) }
}

/**
 * Wilson's interval, `critical` standard errors wide, of a mean of `size` scores between 0 and 1.
 */
export function scoreInterval(
  { mean, deviation }: Spread,
  size: number,
  critical: number,
): Interval {
  if (size === 0) return [0, 1]
  const most = mean * (1 - mean)
  // Scores that are all the same say nothing of how far others may be off: they count as found or
  // not.
  const effective = deviation === 0 ? size : Math.max(size, (size * most) / deviation ** 2)
  const shrink = critical ** 2 / effective
  const middle = (mean + shrink / 2) / (1 + shrink)
  const half = (critical / (1 + shrink)) * Math.sqrt(most / effective + shrink / (4 * effective))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** What adding up leaves of a deviation that is none. */
const ROUNDING = 1e-12

/**
 * How many standard errors the mean that is furthest off is off, in 95 % of the samples; at the
 * least as many as of one mean.
 * @param resampled what `resampledMeans` gives of the columns
 */
export function criticalValue(
  columns: readonly Float64Array[],
  resampled: readonly Float64Array[],
): number {
  const furthest = new Float64Array(RESAMPLES)
  const seen = new Set<Float64Array>()
  for (const [at, values] of columns.entries()) {
    const means = resampled[at] as Float64Array
    if (seen.has(means)) continue
    seen.add(means)
    const { mean, deviation } = spreadOf(values)
    const error = deviation / Math.sqrt(values.length)
    if (error <= ROUNDING) continue
    for (const [resample, of] of means.entries()) {
      const off = Math.abs(of - mean) / error
      if (off > (furthest[resample] as number)) furthest[resample] = off
    }
  }
  return Math.max(CRITICAL_FOR_ONE, quantile(furthest.sort(), 0.95))
}
