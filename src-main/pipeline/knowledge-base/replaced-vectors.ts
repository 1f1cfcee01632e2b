import type { Hit } from '../../ports/hit'
import type { VectorIndex } from '../../ports/vector-index'

/** Vectors of some keys, in place of all that they had; none of a key that is gone. */
type Vectors<Key extends string> = ReadonlyMap<Key, readonly Float32Array[]>

/**
 * The index, which pools by the best, with other vectors for some keys: found and scored as if all had been indexed
 * anew, but for the spread of ratings, which stays that of the vectors as they are. Closing it closes nothing.
 */
export const withVectors = <Key extends string>(
  index: VectorIndex<Key>,
  replaced: Vectors<Key>,
): VectorIndex<Key> => {
  const put = (list: Hit<Key>[], query: Float32Array, isWanted: (key: Key) => boolean) => {
    const own = [...replaced].flatMap(([key, vectors]) =>
      isWanted(key) ? hitsOf(key, vectors, query) : [],
    )
    return [...list.filter(({ key }) => !replaced.has(key)), ...own].sort(inOrder)
  }
  return {
    size: index.size,
    async search(queries, search) {
      const depth = search.depth + replaced.size
      const lists = await index.search(queries, { ...search, depth })
      const isSearched = (key: Key) => search.among?.has(key) ?? true
      return lists.map((list, at) =>
        put(list, queries[at] as Float32Array, isSearched).slice(0, search.depth),
      )
    },
    async rate(queries, keys, scoring) {
      const wanted = new Set(keys)
      const isRated = (key: Key) => wanted.has(key) && (scoring.among?.has(key) ?? true)
      const ratings = await index.rate(queries, keys, scoring)
      return ratings.map(({ hits, spread }, at) => ({
        hits: put(hits, queries[at] as Float32Array, isRated),
        spread,
      }))
    },
    async alike(a, b) {
      const [one, other] = replaced.has(a) ? [a, b] : [b, a]
      const vectors = replaced.get(one)
      if (!vectors) return index.alike(a, b)
      const known = vectors.filter((vector) => !isZero(vector))
      const ratings = await this.rate(known, [other], {})
      const best = ratings.flatMap(({ hits }) => hits.map(({ score }) => score))
      return best.length > 0 ? Math.max(...best) : undefined
    },
    close: () => Promise.resolve(),
  }
}

/** The hit that the best of a key’s vectors is; none where there is nothing to compare. */
function hitsOf<Key extends string>(
  key: Key,
  vectors: readonly Float32Array[],
  query: Float32Array,
): Hit<Key>[] {
  const known = isZero(query) ? [] : vectors.filter((vector) => !isZero(vector))
  if (known.length === 0) return []
  return [{ key, score: Math.max(...known.map((vector) => product(vector, query))) }]
}

const inOrder = <Key extends string>(one: Hit<Key>, other: Hit<Key>): number =>
  other.score - one.score || (one.key < other.key ? -1 : 1)

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0)

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
