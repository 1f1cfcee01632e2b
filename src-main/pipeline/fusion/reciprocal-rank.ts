import type { FusionMethod } from '../combine'
import { sumParts } from './sum-parts'

/** Cormack, Clarke & Büttcher 2009, who found 60 to work across collections. */
export const RANK_CONSTANT = 60

/** Reciprocal rank fusion: a tool's score is Σ 1 / (constant + rank) over the lists that hold it, ranks from 1. */
export function reciprocalRank(constant = RANK_CONSTANT): FusionMethod {
  return {
    name: 'rrf',
    settings: { constant },
    fuse: (rankings) => ({
      tools: sumParts(
        'rrf',
        rankings.map(({ tools }) => tools.map((_, at) => 1 / (constant + at + 1))),
        rankings,
      ),
    }),
  }
}
