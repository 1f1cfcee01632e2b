/** Providers take so many tools in one request. */
const MOST = 128

/**
 * The cut-offs at which a recipe is measured beside searches that load whole servers: one more, as large as the largest server, so that
 * there is always as many to hold against what is loaded.
 */
export function besideWholeServers(k: readonly number[], serverSizes: readonly number[]): number[] {
  const largest = Math.min(MOST, Math.max(0, ...serverSizes))
  return k.length > 0 && largest > Math.max(...k) ? [...k, largest] : [...k]
}
