const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A measure as papers print it: three decimals. */
export const formatMeasure = (value: number): string => value.toFixed(3)

/** A whole number with thousands separators: `12,345`. */
export const formatCount = (value: number): string => grouped.format(value)

/** A count of tokens, said to be about as many where it is an estimate. */
export const formatTokens = (tokens: number, isEstimate = false): string =>
  isEstimate ? `about ${formatCount(tokens)}` : formatCount(tokens)

/** A share of one as percent with its unit: `12.3 %`. */
export const formatShare = (value: number): string => `${oneDecimal.format(value * 100)} %`

/**
 * Three decimals where the score is a large one, three significant digits where it is small, as of
 * RRF.
 */
export const formatScore = (score: number): string => {
  if (score === 0) return '0'
  return Math.abs(score) >= 1 ? score.toFixed(2) : score.toPrecision(3)
}

/** Milliseconds without unit, for columns that name it: `3.2`, `41`, `1,204`. */
export const formatLatency = (milliseconds: number): string =>
  milliseconds > 0 && milliseconds < 0.05
    ? '< 0.1'
    : milliseconds < 10
      ? oneDecimal.format(milliseconds)
      : grouped.format(milliseconds)

/** How long something takes, from milliseconds: `0.4 s`, `12 s`, `3 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds >= 90) return `${grouped.format(seconds / 60)} min`
  return `${seconds < 10 ? oneDecimal.format(seconds) : grouped.format(seconds)} s`
}

/** `1 query`, `2 queries`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
