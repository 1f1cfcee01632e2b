import { hitsWithin, type Measure } from './measure'

/** 1 where all golden tools are among the first `k`: tool correctness in the strict sense. */
export const all: Measure = (golden, tools, k) =>
  hitsWithin(golden, tools, k) === golden.size ? 1 : 0
