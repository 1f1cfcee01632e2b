import { requireVector, sharedDimensions } from '../../domain/vector'
import type { Hit, Pooling } from '../../ports/hit'
import type { VectorDocument, VectorIndex, VectorSearch } from '../../ports/vector-index'
import { firstDocuments, inKeyOrder, pooler } from './keys'
import { topDocuments } from './top-documents'
import { buildVectorBlock, dotProducts } from './vector-block'

/**
 * An exact index in memory. Searches share scratch arrays, which is safe as none of them yields half-way.
 * Who is in a subset is kept as long as its `among` set lives: such a set must not change afterwards.
 */
export function buildMemoryVectorIndex<Key extends string>(
  given: readonly VectorDocument<Key>[],
  pooling: Pooling = 'best',
): VectorIndex<Key> {
  const dimensions = sharedDimensions(given)
  const keyed = inKeyOrder<Key, VectorDocument<Key>>(given)
  const { documents, keys, keyOf } = keyed
  const block = buildVectorBlock(
    documents.map(({ vector }) => vector),
    dimensions,
  )
  const pool = pooler(keyed, pooling)
  const scores = new Float64Array(documents.length)
  const rowsOf = subsets(
    documents.map(({ key }) => key),
    block.documents,
  )
  const searchOne = (vector: Float32Array, { depth, among }: VectorSearch<Key>): Hit<Key>[] => {
    if (documents.length === 0) return []
    requireVector(vector, dimensions, 'the query')
    if (vector.every((value) => value === 0)) return []
    dotProducts(block, vector, scores)
    const pooled = pool(rowsOf(among), scores)
    return topDocuments(pooled.candidates, pooled.scores, depth).map((key) => ({
      key: keys[key] as Key,
      score: pooled.scores[key] as number,
    }))
  }
  const firstOf = firstDocuments(keyOf, keys.length)
  const numberOf = new Map(keys.map((key, at) => [key, at]))
  const vectorsOf = (key: Key): Float32Array[] => {
    const at = numberOf.get(key)
    if (at === undefined) return []
    return documents
      .slice(firstOf[at], firstOf[at + 1])
      .map(({ vector }) => vector)
      .filter((vector) => vector.some((value) => value !== 0))
  }
  return {
    size: keys.length,
    async search(vectors, search) {
      search.signal?.throwIfAborted()
      return vectors.map((vector) => searchOne(vector, search))
    },
    async alike(one, other) {
      const pairs = vectorsOf(one).flatMap((first) =>
        vectorsOf(other).map((second) => dot(first, second)),
      )
      if (pairs.length === 0) return undefined
      return pooling === 'best'
        ? Math.max(...pairs)
        : pairs.reduce((sum, value) => sum + value, 0) / pairs.length
    },
    close: async () => undefined,
  }
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0)

/** The rows whose documents are searched: all, or those of some keys. */
function subsets<Key extends string>(
  keys: readonly Key[],
  rows: Uint32Array,
): (among: ReadonlySet<Key> | undefined) => Uint32Array {
  const known = new WeakMap<ReadonlySet<Key>, Uint32Array>()
  return (among) => {
    if (!among) return rows
    const members = known.get(among) ?? rows.filter((document) => among.has(keys[document] as Key))
    known.set(among, members)
    return members
  }
}
