import { randomNumbers } from './random'

/** Fixed, so that the same differences give the same interval. */
const SEED = 20_261_128
/** Standard deviations beyond which nothing is drawn. */
const REACH = 9

/**
 * How many of `size` coins fall on one side, in so many throws of all of them: the same ones each
 * time.
 */
export function binomialDraws(size: number, throws: number): Float64Array {
  const random = randomNumbers(SEED)
  const { least, cumulated } = halves(size)
  const whole = cumulated.at(-1) as number
  return Float64Array.from({ length: throws }, () => least + placeOf(random() * whole, cumulated))
}

/** Sums of the probabilities, up to a factor, of each number of heads from `least` on. */
function halves(size: number): { least: number; cumulated: number[] } {
  const middle = Math.floor(size / 2)
  const reach = Math.ceil((REACH * Math.sqrt(size)) / 2)
  const least = Math.max(0, middle - reach)
  const most = Math.min(size, middle + reach)
  const weights = new Map([[middle, 1]])
  for (let heads = middle; heads > least; heads--) {
    weights.set(heads - 1, ((weights.get(heads) as number) * heads) / (size - heads + 1))
  }
  for (let heads = middle; heads < most; heads++) {
    weights.set(heads + 1, ((weights.get(heads) as number) * (size - heads)) / (heads + 1))
  }
  let sum = 0
  const cumulated = Array.from({ length: most - least + 1 }, (_, at) => {
    sum += weights.get(least + at) as number
    return sum
  })
  return { least, cumulated }
}

/** The first place whose sum is above the value. */
function placeOf(value: number, cumulated: readonly number[]): number {
  let low = 0
  let high = cumulated.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cumulated[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}
