import { randomNumbers } from './random'

/** Sign flips drawn where there are too many to try all: p is then known to ±0.004 about .05. */
const FLIPS = 10_000
/** Pairs that differ of which every flip is tried: 16,384 flips, about what drawing them costs. */
const MOST_EXACT = 14
/** Fixed, so that the same differences give the same p. */
const SEED = 20_251_122
/** Pairs whose sums are looked up together: 256 of them, one for each byte drawn. */
const TOGETHER = 8
/** What adding in another order leaves of sums that are equal. */
const ROUNDING = 1e-9

/**
 * The paired randomisation test, two-sided: how often the sum of the differences is as far from 0 as it is where each
 * query's sign is left to chance, as it would be were the two runs alike. Fisher 1935; for retrieval Smucker, Allan &
 * Carterette 2007. 1 where no query differs. `pause` is awaited as it goes. Cost: 10,000 × differing queries / 8 additions.
 */
export async function randomisationTest(
  differences: Float64Array,
  pause: () => Promise<unknown>,
): Promise<number> {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  if (sizes.length === 0) return 1
  const [total, sum] = [sumOf(sizes), Math.abs(sumOf(differences))]
  const isAsFar = (positive: number) => Math.abs(2 * positive - total) >= sum - ROUNDING * total
  if (sizes.length <= MOST_EXACT) {
    const all = subsetSums(sizes)
    return all.filter(isAsFar).length / all.length
  }
  const drawn = await drawnSums(sizes, pause)
  // What was measured is itself one of the flips.
  return (drawn.filter(isAsFar).length + 1) / (FLIPS + 1)
}

/** The sums of those that stay positive, in so many flips drawn. */
async function drawnSums(
  sizes: Float64Array,
  pause: () => Promise<unknown>,
): Promise<Float64Array> {
  const sums = new Float64Array(FLIPS)
  const random = randomNumbers(SEED)
  for (let first = 0; first < sizes.length; first += TOGETHER) {
    await pause()
    addFlipped(sums, subsetSums(sizes.subarray(first, first + TOGETHER)), random)
  }
  return sums
}

/** Adds to each sum that of one subset, drawn a byte each. */
function addFlipped(sums: Float64Array, ofSubsets: Float64Array, random: () => number): void {
  const last = ofSubsets.length - 1
  let bits = 0
  for (let at = 0; at < sums.length; at++) {
    bits = at % 4 === 0 ? Math.floor(random() * 2 ** 32) : bits >>> TOGETHER
    sums[at] = (sums[at] as number) + (ofSubsets[bits & last] as number)
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
