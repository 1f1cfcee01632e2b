import { BOOTSTRAP_SEED, RESAMPLES } from '../../domain/measure/method'
import type { Estimate } from '../../domain/run/run'
import { randomNumbers } from './random'

/**
 * Means of the columns with 95 % percentile bootstrap intervals over queries: the plain interval of
 * a number, wherever it is shown. `columns[c][q]` is column c's value for query q, all columns
 * equally long. An empty column has mean 0 and interval [0, 0].
 */
export async function estimate(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
  onProgress?: (done: number, total: number) => void,
): Promise<Estimate[]> {
  const resampled = await resampledMeans(columns, pause, onProgress)
  const estimates = new Map<Float64Array, Estimate>()
  return columns.map((values, at) => {
    const means = resampled[at] as Float64Array
    const found = estimates.get(means) ?? estimateOf(values, means)
    estimates.set(means, found)
    return found
  })
}

/** The estimate of a column by what {@link resampledMeans} gives of it. */
export function estimateOf(values: Float64Array, resampled: Float64Array): Estimate {
  const sorted = resampled.toSorted()
  return { mean: meanOf(values), ci95: [quantile(sorted, 0.025), quantile(sorted, 0.975)] }
}

/**
 * The mean of each column in each of {@link RESAMPLES} draws of as many queries, with repetition:
 * all columns are resampled together, and columns that are alike share what they have. None of
 * empty columns. `pause` is awaited between resamples, and `onProgress` told of them whenever it
 * let others run. Cost: resamples × queries × columns additions.
 */
export async function resampledMeans(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
  onProgress?: (done: number, total: number) => void,
): Promise<Float64Array[]> {
  const size = columns[0]?.length ?? 0
  if (size === 0) return columns.map(() => new Float64Array())
  const { distinct, placeOf } = distinctColumns(columns)
  const means = distinct.map(() => new Float64Array(RESAMPLES))
  const countsOf = resamplesOf(size)
  onProgress?.(0, RESAMPLES)
  for (let resample = 0; resample < RESAMPLES; resample++) {
    if (await pause()) onProgress?.(resample, RESAMPLES)
    const counts = countsOf(resample)
    for (let first = 0; first < distinct.length; first += TOGETHER) {
      const sums = weightedSums(distinct.slice(first, first + TOGETHER), counts)
      for (const [at, sum] of sums.entries()) {
        const ofColumn = means[first + at]
        if (ofColumn) ofColumn[resample] = sum / size
      }
    }
  }
  return placeOf.map((place) => means[place] as Float64Array)
}

/** Queries of which resamples are remembered: 32 MB. */
const MOST_REMEMBERED = 32_000
let remembered: { size: number; countsOf: ReturnType<typeof drawnResamples> } | undefined

/**
 * How often each query is drawn, by resample; those of the latest size are remembered, as drawing
 * takes as long as a few columns.
 */
function resamplesOf(size: number): (resample: number) => Uint8Array {
  if (size > MOST_REMEMBERED) return drawnResamples(size)
  if (remembered?.size !== size) remembered = { size, countsOf: drawnResamples(size) }
  return remembered.countsOf
}

/**
 * To be asked for in their order, by each who asks. A query is drawn once on average: 256 times, it
 * never is.
 */
function drawnResamples(size: number): (resample: number) => Uint8Array {
  const random = randomNumbers(BOOTSTRAP_SEED)
  const drawn: Uint8Array[] = []
  return (resample) => {
    const known = drawn[resample]
    if (known) return known
    const counts = new Uint8Array(size)
    for (let draw = 0; draw < size; draw++) {
      const at = Math.floor(random() * size)
      counts[at] = (counts[at] as number) + 1
    }
    drawn.push(counts)
    return counts
  }
}

/**
 * Columns added up in one pass: their sums do not wait for each other, which takes less than half
 * the time of one by one.
 */
const TOGETHER = 4

/** The sum of each of up to four columns, each value counted as often as `counts` says. */
function weightedSums(
  [one, two = one, three = one, four = one]: readonly Float64Array[],
  counts: Uint8Array,
): number[] {
  if (!one || !two || !three || !four) return []
  let ofOne = 0
  let ofTwo = 0
  let ofThree = 0
  let ofFour = 0
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number
    ofOne += (one[at] as number) * count
    ofTwo += (two[at] as number) * count
    ofThree += (three[at] as number) * count
    ofFour += (four[at] as number) * count
  }
  return [ofOne, ofTwo, ofThree, ofFour]
}

export function meanOf(values: readonly number[] | Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

/**
 * The `share`-quantile (0…1) of values sorted rising, between neighbours by linear interpolation; 0
 * where there are none.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return 0
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}

/**
 * Each column once, and which of them stands for `columns[c]`: `columns[c]` equals
 * `distinct[placeOf[c]]`. Many measures are the same where queries have one right tool, and in
 * small catalogs: nothing is found at a larger k that was not there at a smaller one.
 */
export function distinctColumns(columns: readonly Float64Array[]): {
  distinct: Float64Array[]
  placeOf: number[]
} {
  const distinct: Float64Array[] = []
  const bySum = new Map<number, number[]>()
  const placeOf = columns.map((values) => {
    const sum = values.reduce((so, value) => so + value, 0)
    const alike = bySum.get(sum) ?? []
    bySum.set(sum, alike)
    const known = alike.find((place) => isSame(distinct[place] as Float64Array, values))
    if (known !== undefined) return known
    alike.push(distinct.length)
    return distinct.push(values) - 1
  })
  return { distinct, placeOf }
}

const isSame = (some: Float64Array, others: Float64Array): boolean =>
  some.length === others.length && some.every((value, at) => value === others[at])
