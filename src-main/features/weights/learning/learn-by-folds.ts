import { evenSample } from '../../../domain/value/even-sample'
import { learnRankNet, type RankedQuery } from './rank-net'

/** A query to learn from, and the fold in which it is held out. */
export interface FoldedQuery extends RankedQuery {
  fold: number
}

export interface Learned {
  /** From all queries. */
  weights: Float64Array
  /** By fold: learned without its queries. */
  ofFold: ReadonlyMap<number, Float64Array>
}

interface LearnCall<Query extends FoldedQuery> {
  width: number
  notBelowZero: readonly number[]
  /** How well weights rank a query’s tools, the higher the better. */
  worth(query: Query, weights: Float64Array): number
  /** Called between any two fits, so that others have their turn and a stop takes effect. */
  pause(): Promise<unknown>
  onProgress?: (done: number, total: number) => void
}

/** How much large weights cost beside the mean loss of a query, which is under 1. */
const L2 = [0.003, 0.01, 0.03, 0.1]
/** How many of the wrong tools are learned from, the hardest. */
const WRONG = [25, 50, 100]
/**
 * Of a query’s right tools, those that are learned from, spread over all: pairs with each wrong one
 * are held in memory.
 */
const MOST_RIGHT = 20

/**
 * Weights from all queries, and for each fold from the queries of all others. How much L2, and from
 * how many wrong tools, is chosen within the training queries alone, by how well they rank each of
 * their own folds in turn.
 */
export async function learnByFolds<Query extends FoldedQuery>(
  queries: readonly Query[],
  call: LearnCall<Query>,
): Promise<Learned> {
  const { onProgress } = call
  const folds = [...new Set(queries.map(({ fold }) => fold))].sort((a, b) => a - b)
  const ofFold = new Map<number, Float64Array>()
  for (const [done, fold] of folds.entries()) {
    onProgress?.(done, folds.length + 1)
    ofFold.set(fold, await learned(without(queries, fold), call))
  }
  onProgress?.(folds.length, folds.length + 1)
  const weights = await learned(queries, call)
  onProgress?.(folds.length + 1, folds.length + 1)
  return { weights, ofFold }
}

const without = <Query extends FoldedQuery>(queries: readonly Query[], fold: number): Query[] =>
  queries.filter((query) => query.fold !== fold)

interface Setting {
  l2: number
  wrong: number
}
const SETTINGS: readonly Setting[] = WRONG.flatMap((wrong) => L2.map((l2) => ({ l2, wrong })))

/** The weights from these queries, with the setting that does best on their folds. */
async function learned<Query extends FoldedQuery>(
  queries: readonly Query[],
  call: LearnCall<Query>,
): Promise<Float64Array> {
  const folds = [...new Set(queries.map(({ fold }) => fold))]
  let best: { setting: Setting; worth: number } | undefined
  for (const setting of SETTINGS) {
    let worth = 0
    for (const fold of folds) {
      await call.pause()
      const weights = fitted(without(queries, fold), setting, call)
      for (const query of queries) if (query.fold === fold) worth += call.worth(query, weights)
    }
    if (!best || worth > best.worth) best = { setting, worth }
  }
  await call.pause()
  return fitted(queries, best?.setting ?? { l2: 1, wrong: 1 }, call)
}

function fitted(
  queries: readonly RankedQuery[],
  { l2, wrong: most }: Setting,
  { width, notBelowZero }: { width: number; notBelowZero: readonly number[] },
): Float64Array {
  const hardest = queries.map(({ right, wrong, ...query }) => ({
    ...query,
    right: evenSample(right, MOST_RIGHT),
    wrong: wrong.slice(0, most),
  }))
  return learnRankNet(hardest, { width, notBelowZero, l2 })
}
