/** Of a normal distribution: 80 % lie below. The usual power of a planned test. */
const FOUR_IN_FIVE = 0.84

/**
 * About how many queries it takes until an interval of `critical` standard errors leaves out what lies `apart` from the
 * mean, four times out of five: ((critical + 0.84) · deviation / apart)², the sample size of a one-sample test (Lachin
 * 1981). Of paired differences where two points are to be told apart. Infinity where nothing lies between.
 */
export const queriesNeeded = (deviation: number, apart: number, critical: number): number =>
  apart === 0 ? Infinity : Math.ceil((((critical + FOUR_IN_FIVE) * deviation) / apart) ** 2)
