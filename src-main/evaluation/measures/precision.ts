import { hitsWithin, type Measure } from './measure'

/** The share of `k` places that golden tools hold; places left empty count against it. */
export const precision: Measure = (golden, tools, k) => hitsWithin(golden, tools, k) / k
