import { MOST_QUERIES_NEEDED } from '../../domain/advice'
import { scoreInterval } from './bounds'

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
export function queriesWithoutSpread(mean: number, wanted: number, critical: number): number {
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
