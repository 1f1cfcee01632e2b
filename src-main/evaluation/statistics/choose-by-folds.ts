import type { Estimate } from '../../domain/run/run'
import { randomNumbers } from './random'
import { estimate, meanOf } from './statistics'

const FOLDS = 5
/** Fixed, so that the same values give the same choice. */
const SEED = 20_241_123

/** One of several ways, and what choosing it is worth. */
interface Chosen {
  /** The best on all queries; 0 where none is better than the first. */
  best: number
  /**
   * What the choice adds to the first way: on each fold that of the way that was best on the
   * others.
   */
  gain: Estimate
}

/**
 * Chooses among ways to answer the same queries, the first being the one in use. The best of many
 * looks better than it is, so that what the choice adds is measured on queries that did not choose.
 * Ties go to the earlier way: the one in use is the floor.
 * @param ways `ways[w][q]` is what way w gives of query q; at least one way
 */
export async function chooseByFolds(
  ways: readonly Float64Array[],
  pause: () => Promise<unknown>,
): Promise<Chosen> {
  const [first = new Float64Array()] = ways
  const foldOf = foldsOf(first.length)
  const gains = new Float64Array(first.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const chosen = ways[bestOf(ways, (query) => foldOf[query] !== fold)] ?? first
    for (const query of gains.keys()) {
      if (foldOf[query] === fold) gains[query] = (chosen[query] ?? 0) - (first[query] ?? 0)
    }
    await pause()
  }
  const [gain] = await estimate([gains], pause)
  return { best: bestOf(ways, () => true), gain: gain ?? { mean: meanOf(gains), ci95: [0, 0] } }
}

/** The fold of each query, drawn so that all are as large but for one query. */
function foldsOf(queries: number): Uint8Array {
  const random = randomNumbers(SEED)
  const places = Array.from({ length: queries }, (_, at) => ({ at, place: random() }))
  places.sort((a, b) => a.place - b.place)
  const folds = new Uint8Array(queries)
  for (const [rank, { at }] of places.entries()) folds[at] = rank % FOLDS
  return folds
}

/** Sums that differ by less are rounding. */
const ROUNDING = 1e-9

function bestOf(ways: readonly Float64Array[], counts: (query: number) => boolean): number {
  let best = 0
  let most = -Infinity
  for (const [way, values] of ways.entries()) {
    const sum = values.reduce((so, value, query) => (counts(query) ? so + value : so), 0)
    if (sum <= most + ROUNDING) continue
    best = way
    most = sum
  }
  return best
}
