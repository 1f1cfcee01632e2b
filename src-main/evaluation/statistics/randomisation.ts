import { CLEAR_BELOW } from '../../domain/measure/caution'
import { FLIP_SEED, FLIPS } from '../../domain/measure/method'
import { binomialDraws } from './binomial'
import { distinctColumns } from './statistics'
import { randomNumbers } from './random'

/** Pairs that differ of which every flip is tried: 16,384 flips, about what drawing them costs. */
const MOST_EXACT = 14
/** Pairs whose sums are looked up together: 256 of them, one for each byte drawn. */
const TOGETHER = 8
/** Bytes of a number drawn. */
const FLIPS_A_DRAW = 4
/** What adding in another order leaves of sums that are equal. */
const ROUNDING = 1e-9

export interface RandomisationTest {
  /** How often chance does as much; 1 where no query differs. */
  p: number
  /**
   * The mean differences that the same test, with the same flips, would not reject at .05 divided
   * by `tested`: the interval leaves 0 out where `p · tested` is below .05, and nowhere else.
   */
  interval(tested: number): [low: number, high: number]
}

/**
 * The paired randomisation test, two-sided, of each column of differences: how often their sum is
 * as far from 0 as it is where each query's sign is left to chance, as it would be were the two
 * runs alike. Fisher 1935; for retrieval Smucker, Allan & Carterette 2007. A column's p does not
 * depend on the others; they share what is drawn. Its interval is the test turned round: a mean of
 * d is rejected where few subsets of the queries have a mean of at most, or at least, d (typical
 * values; Hartigan 1969). `pause` is awaited as it goes. Cost: 2 × 10,000 × differing queries / 8
 * additions for each column that is unlike all before.
 */
export async function randomisationTests(
  columns: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<RandomisationTest[]> {
  const { distinct, placeOf } = distinctColumns(columns)
  const flipped = distinct.map(flippedOf)
  await addDraws(
    flipped.filter(({ isExact }) => !isExact),
    pause,
  )
  const tests: RandomisationTest[] = []
  for (const each of flipped) {
    await pause()
    tests.push({ p: chanceOf(each), interval: intervalOf(each) })
  }
  return placeOf.map((place) => tests[place] as RandomisationTest)
}

/** The differences of a column, and what flipping their signs gives. */
interface Flipped {
  differences: Float64Array
  /** Of the queries that differ, without sign. */
  sizes: Float64Array
  /**
   * Of the same queries, what keeping them positive adds to the number of queries that are flipped.
   */
  steps: Float64Array
  /** Of all differences. */
  sum: number
  /** Whether every flip is tried. */
  isExact: boolean
  /** By flip, the sum of those that stay positive. */
  sums: Float64Array
  /** By flip, the sum of their steps. */
  counts: Float64Array
}

function flippedOf(differences: Float64Array): Flipped {
  const differing = differences.filter((difference) => difference !== 0)
  const sizes = differing.map(Math.abs)
  const steps = differing.map((difference) => -Math.sign(difference))
  const isExact = sizes.length <= MOST_EXACT
  const of = (values: Float64Array) => (isExact ? subsetSums(values) : new Float64Array(FLIPS))
  const sum = sumOf(differences)
  return { differences, sizes, steps, sum, isExact, sums: of(sizes), counts: of(steps) }
}

function chanceOf({ sizes, sum, isExact, sums }: Flipped): number {
  if (sizes.length === 0) return 1
  const total = sumOf(sizes)
  const asFar = sums.filter(
    (positive) => Math.abs(2 * positive - total) >= Math.abs(sum) - ROUNDING * total,
  ).length
  // What was measured is itself one of the flips.
  return isExact ? asFar / sums.length : (asFar + 1) / (FLIPS + 1)
}

/** The interval of so many that are tested: worked out once for all of them, and looked up. */
function intervalOf(flipped: Flipped): RandomisationTest['interval'] {
  const { differences } = flipped
  if (flipped.sizes.length === 0) return () => [0, 0]
  const { means, empty } = typicalValues(flipped)
  // A flip of no query at all is compatible with any mean: no further out than what was measured,
  // and 0.
  const least = differences.reduce((so, value) => Math.min(so, value), 0)
  const most = differences.reduce((so, value) => Math.max(so, value), 0)
  const flips = means.length + empty
  return (tested) => {
    const outside = rejectedAtMost(flips, tested) - empty
    return outside < 0
      ? [least, most]
      : [means[outside] as number, means[means.length - 1 - outside] as number]
  }
}

/**
 * How many flips may lie at either end of those that are not rejected: one more is as many as the
 * test calls chance.
 */
function rejectedAtMost(flips: number, tested: number): number {
  const isChance = (asFar: number) => ((2 * asFar) / flips) * tested >= CLEAR_BELOW
  let asFar = Math.max(1, Math.round((CLEAR_BELOW * flips) / (2 * tested)))
  while (asFar > 1 && isChance(asFar - 1)) asFar--
  while (!isChance(asFar)) asFar++
  return asFar - 1
}

/**
 * The mean of the queries that each flip turns round, rising, and how many flips turn none. Each
 * flip counts with its opposite, and what was measured with its own, so that either end holds half
 * of what the test counts as far.
 */
function typicalValues(flipped: Flipped): { means: Float64Array; empty: number } {
  const { differences, sizes, steps, sum, isExact, sums, counts } = flipped
  const size = differences.length
  const rises = steps.filter((step) => step < 0).length
  const risen = differences.reduce((so, value) => so + Math.max(0, value), 0)
  const nearly = (ROUNDING * sumOf(sizes)) / 2
  // Of all flips the second half are the opposites of the first.
  const flips = isExact ? sums.subarray(0, sums.length / 2) : sums
  const equal = equalFlipped(flipped, flips.length)
  const means: number[] = isExact ? [] : [sum / size]
  let empty = isExact ? 0 : 1
  const add = (ofFlipped: number, queries: number) => {
    if (queries === 0) empty++
    else means.push(Math.abs(ofFlipped) <= nearly ? 0 : ofFlipped / queries)
  }
  for (const [flip, positive] of flips.entries()) {
    const queries = rises + (counts[flip] as number) + (equal[flip] as number)
    add(risen - positive, queries)
    add(sum - risen + positive, size - queries)
  }
  return { means: Float64Array.from(means).sort(), empty }
}

/**
 * How many of the queries that do not differ each flip turns round; where the two runs change
 * places, those that it leaves.
 */
function equalFlipped({ differences, steps, sum }: Flipped, flips: number): Float64Array {
  const equal = differences.length - steps.length
  const drawn = binomialDraws(equal, flips)
  return sum > 0 || (sum === 0 && (steps[0] as number) < 0) ? drawn : drawn.map((of) => equal - of)
}

/**
 * Adds up what stays positive in so many flips drawn, the same for all columns: drawing takes as
 * long as adding.
 */
async function addDraws(columns: readonly Flipped[], pause: () => Promise<unknown>): Promise<void> {
  const random = randomNumbers(FLIP_SEED)
  const draws = new Uint32Array(FLIPS / FLIPS_A_DRAW)
  const most = Math.max(0, ...columns.map(({ sizes }) => sizes.length))
  for (let first = 0; first < most; first += TOGETHER) {
    for (let at = 0; at < draws.length; at++) draws[at] = Math.floor(random() * 2 ** 32)
    for (const { sizes, sums, steps, counts } of columns) {
      if (first >= sizes.length) continue
      await pause()
      addFlipped(sums, subsetSums(sizes.subarray(first, first + TOGETHER)), draws)
      addFlipped(counts, subsetSums(steps.subarray(first, first + TOGETHER)), draws)
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
