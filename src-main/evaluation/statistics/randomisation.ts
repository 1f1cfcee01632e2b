import { distinctColumns } from './statistics'
import { randomNumbers } from './random'

/** Sign flips drawn where there are too many to try all: p is then known to ±0.004 about .05. */
const FLIPS = 10_000
/** Pairs that differ of which every flip is tried: 16,384 flips, about what drawing them costs. */
const MOST_EXACT = 14
/** Fixed, so that the same differences give the same p. */
const SEED = 20_251_122
/** Pairs whose sums are looked up together: 256 of them, one for each byte drawn. */
const TOGETHER = 8
/** Bytes of a number drawn. */
const FLIPS_A_DRAW = 4
/** What adding in another order leaves of sums that are equal. */
const ROUNDING = 1e-9

/**
 * The paired randomisation test, two-sided, of each column of differences: how often their sum is as far from 0 as it is where
 * each query's sign is left to chance, as it would be were the two runs alike. Fisher 1935; for retrieval Smucker, Allan &
 * Carterette 2007. 1 where no query differs. A column's p does not depend on the others; they share what is drawn. `pause`
 * is awaited as it goes. Cost: 10,000 × differing queries / 8 additions for each column that is unlike all before.
 */
export async function randomisationTests(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<number[]> {
  const { distinct, placeOf } = distinctColumns(columns)
  const tests = distinct.map(flippedOf)
  await addDraws(
    tests.filter(({ isExact }) => !isExact),
    pause,
  )
  const chances = tests.map(chanceOf)
  return placeOf.map((place) => chances[place] as number)
}

/** The differences of a column, and what flipping their signs gives. */
interface Flipped {
  /** Of the queries that differ, without sign. */
  sizes: Float64Array
  /** Of all differences, without sign. */
  sum: number
  /** Whether every flip is tried. */
  isExact: boolean
  /** By flip, the sum of those that stay positive. */
  sums: Float64Array
}

function flippedOf(differences: Float64Array): Flipped {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  const isExact = sizes.length <= MOST_EXACT
  const sums = isExact ? subsetSums(sizes) : new Float64Array(FLIPS)
  return { sizes, sum: Math.abs(sumOf(differences)), isExact, sums }
}

function chanceOf({ sizes, sum, isExact, sums }: Flipped): number {
  if (sizes.length === 0) return 1
  const total = sumOf(sizes)
  const asFar = sums.filter(
    (positive) => Math.abs(2 * positive - total) >= sum - ROUNDING * total,
  ).length
  // What was measured is itself one of the flips.
  return isExact ? asFar / sums.length : (asFar + 1) / (FLIPS + 1)
}

/** Adds up what stays positive in so many flips drawn, the same for all columns: drawing takes as long as adding. */
async function addDraws(columns: readonly Flipped[], pause: () => Promise<unknown>): Promise<void> {
  const random = randomNumbers(SEED)
  const draws = new Uint32Array(FLIPS / FLIPS_A_DRAW)
  const most = Math.max(0, ...columns.map(({ sizes }) => sizes.length))
  for (let first = 0; first < most; first += TOGETHER) {
    for (let at = 0; at < draws.length; at++) draws[at] = Math.floor(random() * 2 ** 32)
    for (const { sizes, sums } of columns) {
      if (first >= sizes.length) continue
      await pause()
      addFlipped(sums, subsetSums(sizes.subarray(first, first + TOGETHER)), draws)
    }
  }
}

/** Adds to each sum that of one subset, drawn a byte each. */
function addFlipped(sums: Float64Array, ofSubsets: Float64Array, draws: Uint32Array): void {
  const last = ofSubsets.length - 1
  const add = (flip: number, bits: number) => {
    sums[flip] = (sums[flip] as number) + (ofSubsets[bits & last] as number)
  }
  for (let at = 0; at < draws.length; at++) {
    const bits = draws[at] as number
    const first = at * FLIPS_A_DRAW
    add(first, bits)
    add(first + 1, bits >>> TOGETHER)
    add(first + 2, bits >>> (2 * TOGETHER))
    add(first + 3, bits >>> (3 * TOGETHER))
  }
}

/** The sum of each subset: `sums[5]` is that of the first and the third. */
function subsetSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length)
  for (const [at, value] of values.entries()) {
    const half = 2 ** at
    for (let subset = 0; subset < half; subset++) {
      sums[half + subset] = (sums[subset] as number) + value
    }
  }
  return sums
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
