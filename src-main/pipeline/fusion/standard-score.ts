import type { Ranking } from '../../domain/query'
import type { FusionMethod } from '../stage'
import { sumParts } from './sum-parts'

export interface ScoredList {
  weight: number
  /** What a tool that the list leaves out would have scored: nothing, as in BM25, or as little as the list's last. */
  absent: 'zero' | 'lowest'
}

/**
 * Weighted sum of standard scores (zero mean and unit variance; Montague & Aslam 2001), less the constant by which all
 * tools differ from it, so that a list adds nothing to a tool it leaves out. `lists[i]` belongs to the i-th retriever;
 * `size` is how many tools were searched: those a list leaves out at zero count towards its spread.
 */
export function standardScore(lists: readonly ScoredList[], size: number): FusionMethod {
  return {
    name: 'standard scores',
    settings: { weights: lists.map(({ weight }) => weight.toFixed(2)).join(' : ') },
    fuse: (rankings) =>
      sumParts(
        'standard',
        rankings.map((ranking, at) => sharesOf(ranking, lists[at], size)),
        rankings,
      ),
  }
}

function sharesOf({ tools }: Ranking, list: ScoredList | undefined, size: number): number[] {
  const scores = tools.map(({ score }) => score)
  if (!list || scores.length === 0) return []
  const isZero = list.absent === 'zero'
  const floor = isZero ? 0 : Math.min(...scores)
  const spread = deviation(scores, isZero ? Math.max(size, scores.length) : scores.length)
  return scores.map((score) =>
    spread === 0 ? list.weight : (list.weight * (score - floor)) / spread,
  )
}

/** The standard deviation of `count` values, of which those not given are 0. */
function deviation(values: number[], count: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const square = values.reduce((sum, value) => sum + value * value, 0) / count
  return Math.sqrt(Math.max(0, square - mean * mean))
}
