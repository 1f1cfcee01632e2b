import { heldOf } from './held'
import { dotProducts, type VectorRows } from './vector-rows'

/** Scores kept of queries that are searched again and again, all together: 64 MB. */
const MOST_KEPT = 8_000_000

/** A query's scores by row. They do not depend on what else is searched, so that a row is compared with a query once. */
interface RowScores {
  /** Scores with the `wanted` rows set: they hold for some further calls. */
  of(query: Float32Array, wanted: Uint32Array): Float64Array
  /** As {@link of}, for one look only. */
  once(query: Float32Array, wanted: Uint32Array): Float64Array
  /** Whether scores of this query are kept as long as the query lives. */
  keeps(query: Float32Array): boolean
}

/**
 * Scores of the latest queries, and for longer those of queries that come back, as those of an experiment on catalogs of
 * many sizes do.
 * @param mostKept scores kept of these
 */
export function rowScores(rows: VectorRows, mostKept = MOST_KEPT): RowScores {
  const count = rows.values.length / Math.max(1, rows.dimensions)
  const most = Math.floor(mostKept / Math.max(1, count))
  let kept = new WeakMap<Float32Array, Float64Array>()
  let room = most
  let refused = 0
  const asked = new WeakSet<Float32Array>()
  /** The latest first. */
  let latest: { query: Float32Array; scores: Float64Array }[] = []
  let spare: Float64Array | undefined

  const keepIfBack = (query: Float32Array): boolean => {
    const isBack = asked.has(query)
    asked.add(query)
    if (!isBack) return false
    // What fills all room may be of no use any longer.
    if (room === 0 && ++refused > 2 * most) [kept, room, refused] = [new WeakMap(), most, 0]
    if (room === 0) return false
    room--
    return true
  }
  const unset = () => new Float64Array(count).fill(NaN)
  const missed = new Uint32Array(count)
  /** Those of the rows that have no score yet; it holds until the next call. */
  const missing = (wanted: Uint32Array, scores: Float64Array): Uint32Array => {
    let found = 0
    for (const row of wanted) {
      if (Number.isNaN(scores[row])) missed[found++] = row
    }
    return missed.subarray(0, found)
  }
  const scoresOf = (query: Float32Array): Float64Array => {
    const lasting = kept.get(query)
    if (lasting) return lasting
    const recent = latest.find((each) => each.query === query)
    if (keepIfBack(query)) {
      const scores = recent ? Float64Array.from(recent.scores) : unset()
      kept.set(query, scores)
      return scores
    }
    if (recent) return recent.scores
    const isFull = latest.length === heldOf(count)
    const scores = (isFull ? latest.pop()?.scores.fill(NaN) : undefined) ?? unset()
    latest = [{ query, scores }, ...latest]
    return scores
  }
  return {
    of(query, wanted) {
      const scores = scoresOf(query)
      dotProducts(rows, query, { wanted: missing(wanted, scores), scores })
      return scores
    },
    once(query, wanted) {
      const known = kept.get(query) ?? latest.find((each) => each.query === query)?.scores
      const scores = known ?? (spare ??= unset())
      dotProducts(rows, query, { wanted: known ? missing(wanted, known) : wanted, scores })
      return scores
    },
    keeps: (query) => kept.has(query),
  }
}
