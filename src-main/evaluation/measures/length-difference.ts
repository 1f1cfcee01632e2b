import type { Measure } from './measure'

/** How many tools more or fewer than the golden set the first `k` are, in tools. PTR, section 4.2. */
export const lengthDifference: Measure = (golden, tools, k) =>
  Math.abs(golden.size - Math.min(tools.length, k))
