import type { Hit } from '../../ports/hit'
import type { VectorDocument, VectorIndex } from '../../ports/vector-index'

/**
 * The index with one vector in place of all that stand for its key, or added: found and scored as if all had been indexed
 * anew, but for `alike`, and for the spread of ratings, which stays that of the vectors as they are. Closing it closes nothing.
 */
export const withVector = <Key extends string>(
  index: VectorIndex<Key>,
  { key, vector }: VectorDocument<Key>,
): VectorIndex<Key> => {
  const put = (list: Hit<Key>[], query: Float32Array): Hit<Key>[] => {
    const others = list.filter((hit) => hit.key !== key)
    if (isZero(vector) || isZero(query)) return others
    const own = { key, score: product(vector, query) }
    const after = others.findIndex((hit) => isBefore(own, hit))
    return others.toSpliced(after === -1 ? others.length : after, 0, own)
  }
  return {
    size: index.size,
    async search(queries, search) {
      const isSearched = !search.among || search.among.has(key)
      const lists = await index.search(queries, { ...search, depth: search.depth + 1 })
      return lists.map((list, at) =>
        (isSearched ? put(list, queries[at] as Float32Array) : list).slice(0, search.depth),
      )
    },
    async rate(queries, keys, scoring) {
      const isRated = keys.includes(key) && (!scoring.among || scoring.among.has(key))
      const ratings = await index.rate(queries, keys, scoring)
      return ratings.map(({ hits, spread }, at) => ({
        hits: isRated ? put(hits, queries[at] as Float32Array) : hits,
        spread,
      }))
    },
    alike: (a, b) => index.alike(a, b),
    close: () => Promise.resolve(),
  }
}

const isBefore = <Key extends string>(one: Hit<Key>, other: Hit<Key>): boolean =>
  one.score > other.score || (one.score === other.score && one.key < other.key)

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0)

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
