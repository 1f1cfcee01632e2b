import { randomNumbers } from '../statistics/random'
import { BOOTSTRAP_SEED, meanOf, quantile } from '../statistics/statistics'

/** Resamples drawn, as many as for an interval of one mean. */
const RESAMPLES = 1000
/** Queries that are resampled, at the most: how much points have in common is known from as many. */
const MOST_RESAMPLED = 2000
/** Of a normal distribution: 95 % lie between. No bound for several points is narrower than that for one. */
export const CRITICAL_FOR_ONE = 1.96

export interface Bounded {
  mean: number
  /** Standard deviation over queries. */
  deviation: number
  interval: [low: number, high: number]
}

/** Intervals of several means, with the number of standard errors that they reach out. */
interface Bounds {
  critical: number
  /** `bounded[i]` belongs to `columns[i]`. */
  bounded: Bounded[]
}

/**
 * 95 % intervals that hold for all columns at once, so that whichever column is chosen, its interval can be stated: the
 * critical value is the 95 % quantile of the largest standardised deviation of any column (max-t; Westfall & Young 1993),
 * resampled over queries, so that points which have most of their queries in common cost little. The intervals are
 * Wilson's (1927) for as many queries as a share of that variance would have (Korn & Graubard 1998), which stay within
 * 0…1 and have a width where all queries score the same.
 * @param columns scores 0…1, all equally long
 */
export async function simultaneousBounds(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<Bounds> {
  const spreads = columns.map(spreadOf)
  const critical = await criticalValue(columns, pause)
  return {
    critical,
    bounded: columns.map(({ length }, at) => {
      const { mean, deviation } = spreads[at] as Spread
      return { mean, deviation, interval: scoreInterval(spreads[at] as Spread, length, critical) }
    }),
  }
}

type Spread = Pick<Bounded, 'mean' | 'deviation'>

/** Mean and standard deviation (over n − 1) of values. */
export function spreadOf(values: Float64Array): Spread {
  const mean = meanOf(values)
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) }
}

/** Wilson's interval, `critical` standard errors wide, of a mean of `size` scores between 0 and 1. */
export function scoreInterval(
  { mean, deviation }: Spread,
  size: number,
  critical: number,
): [number, number] {
  if (size === 0) return [0, 1]
  const most = mean * (1 - mean)
  // Scores that are all the same say nothing of how far others may be off: they count as found or not.
  const effective = deviation === 0 ? size : Math.max(size, (size * most) / deviation ** 2)
  const shrink = critical ** 2 / effective
  const middle = (mean + shrink / 2) / (1 + shrink)
  const half = (critical / (1 + shrink)) * Math.sqrt(most / effective + shrink / (4 * effective))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/**
 * How many standard errors the mean that is furthest off is off, in 95 % of the samples; at the least as many as of one mean.
 * @param most queries that are resampled
 */
export async function criticalValue(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
  most = MOST_RESAMPLED,
): Promise<number> {
  const size = Math.min(columns[0]?.length ?? 0, most)
  const differing = columns.flatMap((values) => standardised(values, size))
  if (differing.length === 0) return CRITICAL_FOR_ONE
  const random = randomNumbers(BOOTSTRAP_SEED)
  const counts = new Float64Array(size)
  const furthest = new Float64Array(RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    counts.fill(0)
    for (let draw = 0; draw < size; draw++) {
      const at = Math.floor(random() * size)
      counts[at] = (counts[at] as number) + 1
    }
    for (const values of differing) {
      await pause()
      const off = Math.abs(weightedSum(values, counts))
      if (off > (furthest[resample] as number)) furthest[resample] = off
    }
  }
  return Math.max(CRITICAL_FOR_ONE, quantile(furthest.sort(), 0.95))
}

/** Deviations from the mean of a spread of queries, in standard errors of their mean; none where all are the same. */
function standardised(values: Float64Array, size: number): Float64Array[] {
  const step = values.length / size
  const some = Float64Array.from(
    { length: size },
    (_, at) => values[Math.floor(at * step)] as number,
  )
  const { mean, deviation } = spreadOf(some)
  if (deviation === 0) return []
  return [some.map((value) => (value - mean) / (deviation * Math.sqrt(size)))]
}

function weightedSum(values: Float64Array, counts: Float64Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += (values[at] as number) * (counts[at] as number)
  return sum
}
