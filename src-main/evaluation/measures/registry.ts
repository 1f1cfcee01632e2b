import { all } from './all'
import { averagePrecision } from './average-precision'
import { hit } from './hit'
import { lengthDifference } from './length-difference'
import type { Measure } from './measure'
import { ndcg } from './ndcg'
import { precision } from './precision'
import { recall } from './recall'
import { reciprocalRank } from './reciprocal-rank'
import { tracc } from './tracc'

/** Measures by the name papers print; `Recall` at k = 5 is `Recall@5`. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  Recall: recall,
  Precision: precision,
  Hit: hit,
  All: all,
  MRR: reciprocalRank,
  MAP: averagePrecision,
  nDCG: ndcg,
  TRACC: tracc,
  LengthDifference: lengthDifference,
}
