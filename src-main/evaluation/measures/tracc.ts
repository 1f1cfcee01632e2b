import { hitsWithin, type Measure } from './measure'

/** (1 − | |A| − |B| | / |A ∪ B|) · |A ∩ B| / |A| for golden set A and tool set B, the first `k`. PTR, section 4.2. */
export const tracc: Measure = (golden, tools, k) => {
  const given = Math.min(tools.length, k)
  const shared = hitsWithin(golden, tools, k)
  const union = golden.size + given - shared
  return (1 - Math.abs(golden.size - given) / union) * (shared / golden.size)
}
