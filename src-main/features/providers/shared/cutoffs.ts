/** Providers take so many tools in one request. */
const MOST = 128
/** Cut-offs that one measurement takes. */
const MOST_CUTOFFS = 20

/**
 * The cut-offs at which a recipe is measured beside searches that load whole servers: one more, as
 * large as the largest server, as far as that is possible, so that there are as many to hold
 * against what is loaded.
 */
export function besideWholeServers(k: readonly number[], serverSizes: readonly number[]): number[] {
  const largest = Math.min(MOST, Math.max(0, ...serverSizes))
  const isMore = k.length > 0 && k.length < MOST_CUTOFFS && largest > Math.max(...k)
  return isMore ? [...k, largest] : [...k]
}
