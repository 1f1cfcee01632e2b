import type { Measure } from './measure'

/** 1 / rank of the first golden tool, 0 where none is among the first `k`; its mean is MRR. Voorhees 1999. */
export const reciprocalRank: Measure = (golden, tools, k) => {
  const first = tools.slice(0, k).findIndex((tool) => golden.has(tool))
  return first === -1 ? 0 : 1 / (first + 1)
}
