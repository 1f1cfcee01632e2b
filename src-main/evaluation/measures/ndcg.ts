import type { Measure } from './measure'

/** Discounted cumulative gain with gain 1 a golden tool, over that of min(|golden|, k) golden tools in front. Järvelin & Kekäläinen 2002. */
export const ndcg: Measure = (golden, tools, k) => {
  let gain = 0
  for (const [at, tool] of tools.slice(0, k).entries()) if (golden.has(tool)) gain += discount(at)
  let ideal = 0
  for (let at = 0; at < Math.min(golden.size, k); at++) ideal += discount(at)
  return gain / ideal
}

const discount = (at: number): number => 1 / Math.log2(at + 2)
