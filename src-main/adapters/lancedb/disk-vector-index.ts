import { requireVector } from '../../domain/vector'
import type { VectorIndex, VectorSearch } from '../../ports/vector-index'
import { dotProduct, isZero } from '../memory/vector-rows'
import { nearestKeys } from './nearest-keys'
import { recentVectors } from './recent-vectors'
import { scoreEveryKey } from './score-every-key'
import { pooled, ratingOnDisk, vectorsOnDisk } from './rating-on-disk'
import { subsetsInMemory, type SubsetParts } from './subsets-in-memory'

/** Of vectors fetched for queries before. */
const MOST_RECENT_BYTES = 16 << 20

/** Rows fetched for one query at most, and the share of all from which on comparing every row is faster. */
const MOST_ROWS_A_QUERY = 32_768
const MOST_ROWS_SHARE = 0.25

export interface DiskVectorIndexParts<Key extends string> extends SubsetParts<Key> {
  /** How many texts are stored, those of no key included. */
  rows: number
}

/**
 * Searches the stored vectors of an embedder where they lie. The best text of a key is found with the table's index,
 * which is exact up to the size where it holds vectors compressed. A mean takes all texts of a key, so every stored text
 * is compared. A subset small enough for memory is read once and searched there. Scores are always worked out from the
 * stored vectors: those of best texts are the same as in memory to the last bit.
 */
export function diskVectorIndex<Key extends string>(
  parts: DiskVectorIndexParts<Key>,
): VectorIndex<Key> {
  const { texts, pooling, dimensions, rows } = parts
  const subsetOf = subsetsInMemory(parts)
  const recent = recentVectors(dimensions, MOST_RECENT_BYTES)

  const searchOnDisk = async (queries: Float32Array[], search: VectorSearch<Key>) => {
    if (pooling === 'mean') return scoreEveryKey(parts, queries, { ...search, pooling })
    const searched = search.among?.size ?? texts.keys.length
    const found = await nearestKeys(parts, queries, {
      ...search,
      rowsAKey: Math.max(1, rows / Math.max(1, searched)),
      mostRows: Math.min(MOST_ROWS_A_QUERY, rows * MOST_ROWS_SHARE),
      onVector: recent.keep,
    })
    const left = queries.filter((_, at) => !found[at])
    const rest = await scoreEveryKey(parts, left, { ...search, pooling })
    return found.map((hits) => hits ?? rest.shift() ?? [])
  }

  const vectorsOf = vectorsOnDisk(parts, recent)
  const rate = ratingOnDisk(parts, vectorsOf)

  return {
    size: texts.keys.length,
    async search(queries, search) {
      search.signal?.throwIfAborted()
      if (rows === 0 || search.depth <= 0) return queries.map(() => [])
      for (const query of queries) requireVector(query, dimensions, 'the query')
      const subset = await subsetOf(search.among)
      if (subset) return subset.search(queries, search)
      const lists = await searchOnDisk(
        queries.filter((query) => !isZero(query)),
        search,
      )
      return queries.map((query) => (isZero(query) ? [] : (lists.shift() ?? [])))
    },
    async rate(queries, wanted, scoring) {
      scoring.signal?.throwIfAborted()
      for (const query of rows === 0 ? [] : queries) requireVector(query, dimensions, 'the query')
      const subset = await subsetOf(scoring.among)
      return subset ? subset.rate(queries, wanted, scoring) : rate(queries, wanted, scoring)
    },
    async alike(a, b) {
      const vectors = await vectorsOf([a, b])
      const products = vectors
        .of(a)
        .flatMap((one) => vectors.of(b).map((other) => dotProduct(one, other)))
      return pooled(products, {
        pooling,
        of: texts.hashesOf(a).length * texts.hashesOf(b).length,
      })
    },
    close: async () => undefined,
  }
}
