import type { Measure } from './measure'

/** The mean of the precisions at each golden tool within `k`, over min(|golden|, k); its mean is MAP. */
export const averagePrecision: Measure = (golden, tools, k) => {
  let hits = 0
  let sum = 0
  for (const [at, tool] of tools.slice(0, k).entries()) {
    if (golden.has(tool)) sum += ++hits / (at + 1)
  }
  return sum / Math.min(golden.size, k)
}
