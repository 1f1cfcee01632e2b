import type { Estimate } from '../../domain/run/run'

/** Of the normal distribution: beyond so many standard errors lies a fortieth on either side. */
const BOUND = 1.96
/** No mean is looked for further off, in standard errors. */
const FURTHEST = 35
const HALVINGS = 60

/**
 * What is to be expected of a gain that is told only because its interval lies above 0: what such a
 * gain says of itself is too much, as those that chance made small are not told. The mean is the
 * likeliest one given that it was told (the conditional maximum likelihood estimate), and the
 * interval holds the means under which a told gain would not be among the lowest or highest
 * fortieth (Zhong & Prentice 2008); sampling is taken to be normal.
 * @returns undefined where it is not told, or where nothing is to be expected of it: as large a one
 * comes by chance among those told
 */
export function afterSelection({ mean, ci95: [low, high] }: Estimate): Estimate | undefined {
  if (low <= 0) return undefined
  // All gains alike, so that nothing was chance.
  if (low === mean) return { mean, ci95: [low, high] }
  const error = (mean - low) / BOUND
  const found = mean / error
  const likeliest = solved((of) => of + meanBeyond(BOUND - of), found)
  if (likeliest <= 0) return undefined
  const least = solved((of) => beyond(found - of) / beyond(BOUND - of), 0.025, found)
  const most = solved((of) => beyond(found - of) / beyond(BOUND - of), 0.975, found)
  return { mean: likeliest * error, ci95: [least * error, most * error] }
}

/** Where a function that rises comes to `wanted`. */
function solved(rising: (at: number) => number, wanted: number, around = wanted): number {
  let low = around - FURTHEST
  let high = around + BOUND * 2
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (rising(middle) > wanted) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** By how much a standard normal value that is above `bound` exceeds 0 on average. */
const meanBeyond = (bound: number): number =>
  Math.exp(-(bound ** 2) / 2) / Math.sqrt(2 * Math.PI) / beyond(bound)

/**
 * The share of the standard normal distribution above a value, to seven digits (Press et al.,
 * Numerical Recipes, `erfcc`).
 */
function beyond(value: number): number {
  const size = Math.abs(value) / Math.SQRT2
  const t = 1 / (1 + size / 2)
  const polynomial = COEFFICIENTS.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
  const tail = (t * Math.exp(-size * size + polynomial)) / 2
  return value >= 0 ? tail : 1 - tail
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]
