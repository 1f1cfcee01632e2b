import { hitsWithin, type Measure } from './measure'

/** The share of the golden tools that are among the first `k`. Below 1 by necessity where there are more than `k`. */
export const recall: Measure = (golden, tools, k) => hitsWithin(golden, tools, k) / golden.size
