import type { FusedRanking, FusionMethod } from '../combine'
import { sumParts } from './sum-parts'
import { weightOf, type Weigh } from './weights'

/** From where a list's scores are counted: from nothing, as in BM25, or from the mean of all tools. */
export type CountedFrom = 'zero' | 'mean'

export interface StandardScoreOptions {
  /** `from[i]` belongs to the i-th retriever; a tool that it does not score at all gets 0. */
  from: readonly CountedFrom[]
  weigh: Weigh
}

/**
 * Weighted sum of standard scores (Montague & Aslam 2001): a score counts in deviations of that retriever's scores of
 * all tools. As every list is completed, it matters neither how deep a retriever searched nor how many tools there are.
 */
export function standardScore({ from, weigh }: StandardScoreOptions): FusionMethod {
  return {
    name: 'standard scores',
    settings: { 'scores count from': from.join(', '), ...weigh.settings },
    completes: true,
    fuse(rankings) {
      const weighing = weigh.of(rankings)
      const shares = rankings.map((ranking, list) =>
        inDeviations(ranking, from[list] ?? 'zero').map(
          (score) => score * weightOf(weighing, list),
        ),
      )
      return { notes: weighing.notes, tools: sumParts('standard', shares, rankings) }
    },
  }
}

/** Scores that are all one count 1 for each tool. @throws Error where the list was not completed. */
export function inDeviations({ tools, spread }: FusedRanking, from: CountedFrom): number[] {
  if (!spread) throw new Error('The list does not tell how the scores of all tools spread.')
  const { mean, deviation } = spread
  const origin = from === 'mean' ? mean : 0
  return tools.map(({ score = 0 }) => (deviation === 0 ? 1 : (score - origin) / deviation))
}
