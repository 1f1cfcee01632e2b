import { hitsWithin, type Measure } from './measure'

/** 1 where any golden tool is among the first `k`. */
export const hit: Measure = (golden, tools, k) => (hitsWithin(golden, tools, k) > 0 ? 1 : 0)
