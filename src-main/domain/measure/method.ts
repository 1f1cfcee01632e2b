/**
 * Resamples drawn for an interval. Efron & Tibshirani 1993 ask for about a thousand for percentile
 * intervals.
 */
export const RESAMPLES = 1000
/** Fixed, so that the same values give the same interval. */
export const BOOTSTRAP_SEED = 20_241_014
/** Sign flips drawn where there are too many to try all: p is then known to ±0.004 about .05. */
export const FLIPS = 10_000
/** Fixed, so that the same differences give the same p and the same interval. */
export const FLIP_SEED = 20_251_122
