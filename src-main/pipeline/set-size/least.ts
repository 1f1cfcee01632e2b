/** A number that queries must reach, so that some tool is taken to fit them. */
export interface LeastAmong {
  least: number
  /** How many it refuses of those that some tool fits. */
  refused: number
}

/** A query refused wrongly counts as much as this share of one that wrongly is given tools: how many may be refused is the user’s. */
const REFUSED_COUNTS = 0.5

/**
 * Where the fewest queries are answered wrongly, in shares of either kind, among the places that refuse at most
 * `mayMiss` of those that some tool fits: half way down to the next lower query of any kind.
 */
export function leastAmong(
  fitting: readonly number[],
  others: readonly number[],
  mayMiss: number,
): LeastAmong {
  const fits = fitting.toSorted((a, b) => a - b)
  let [best, fewest] = [fits[0] ?? 0, Infinity]
  for (let missed = 0; missed <= mayMiss * fits.length && missed < fits.length; missed++) {
    const least = fits[missed] as number
    const given = others.filter((score) => score >= least).length
    const wrong = (REFUSED_COUNTS * missed) / fits.length + given / (others.length || 1)
    if (wrong >= fewest) continue
    best = least
    fewest = wrong
  }
  const below = [...fits, ...others].filter((score) => score < best)
  return {
    least: below.length === 0 ? best : (best + Math.max(...below)) / 2,
    refused: fits.filter((score) => score < best).length,
  }
}
