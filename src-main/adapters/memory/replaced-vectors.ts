import { requireVector } from '../../domain/model/vector'
import type { Hit, Pooling, Rating } from '../../ports/hit'
import type { VectorIndex } from '../../ports/vector-index'
import { byScoreThenKey, placeOfKey } from './keyed-texts'
import { NOT_RATED, ofSamples, spreadOf } from './rating'
import { dotProduct, isZero, meanOf } from './vector-rows'

/** Vectors that stand for some keys, in place of all that did; none for a key that is gone. */
type Replaced<Key extends string> = ReadonlyMap<Key, readonly Float32Array[]>

/** An index and what is to be known of it. */
interface Under<Key extends string> {
  index: VectorIndex<Key>
  /** Rising. */
  keys: readonly Key[]
  pooling: Pooling
  dimensions: number
}

/**
 * An index with other vectors for some of its keys: hits, scores and spreads are those of an index
 * of all vectors as they are then. Of the index below nothing is copied; the keys replaced are
 * compared one by one.
 */
export function withVectors<Key extends string>(
  under: Under<Key>,
  replaced: Replaced<Key>,
): VectorIndex<Key> {
  const { index, pooling } = under
  const dimensions = under.dimensions || lengthOf(replaced)
  for (const [key, vectors] of replaced) {
    for (const vector of vectors) requireVector(vector, dimensions, `“${key}”`)
  }
  const rows = new Map([...replaced].map(([key, own]) => [key, rowsOf(own, pooling)]))
  const keys = keysWith(under.keys, replaced)
  const sampleOf = ofSamples(keys, (sample) => sample)
  const scoreOf = (key: Key, query: Float32Array): number | undefined =>
    bestOf(rows.get(key) ?? [], query)
  const put = (list: readonly Hit<Key>[], query: Float32Array, isWanted: (key: Key) => boolean) => {
    const own = [...replaced.keys()].flatMap((key) => {
      const score = isWanted(key) ? scoreOf(key, query) : undefined
      return score === undefined ? [] : [{ key, score }]
    })
    return [...list.filter(({ key }) => !replaced.has(key)), ...own].sort(byScoreThenKey)
  }
  const requireQueries = (queries: readonly Float32Array[]) => {
    // Without vectors there is nothing to say how long they are.
    if (keys.length === 0) return
    for (const query of queries) requireVector(query, dimensions, 'the query')
  }
  return {
    size: keys.length,
    async search(queries, search) {
      const { depth, among } = search
      requireQueries(queries)
      const lists =
        index.size > 0
          ? await index.search(queries, { ...search, depth: depth + replaced.size })
          : queries.map(() => [])
      return queries.map((query, at) =>
        isZero(query)
          ? []
          : put(lists[at] ?? [], query, (key) => among?.has(key) ?? true).slice(0, depth),
      )
    },
    async rate(queries, wanted, scoring) {
      const { among } = scoring
      requireQueries(queries)
      const isRated = new Set(among ? wanted.filter((key) => among.has(key)) : wanted)
      const sample = sampleOf(among)
      const below = [...new Set([...isRated, ...sample])].filter((key) => !replaced.has(key))
      const ratings = await index.rate(queries, below, scoring)
      return queries.map((query, at): Rating<Key> => {
        if (isZero(query)) return NOT_RATED
        const known = new Map(ratings[at]?.hits.map(({ key, score }) => [key, score]))
        const hits = put(
          (ratings[at]?.hits ?? []).filter(({ key }) => isRated.has(key)),
          query,
          (key) => isRated.has(key),
        )
        const scores = Float64Array.from(
          sample.flatMap((key) => (replaced.has(key) ? scoreOf(key, query) : known.get(key)) ?? []),
        )
        return { hits, spread: spreadOf({ keys: Uint32Array.from(scores.keys()), scores }) }
      })
    },
    async alike(a, b) {
      const [one, other] = replaced.has(a) ? [a, b] : [b, a]
      const own = rows.get(one)
      if (!own) return index.alike(a, b)
      const scores = replaced.has(other)
        ? own.map((row) => bestOf(rows.get(other) ?? [], row))
        : (await index.rate(own, [other], {})).map(({ hits }) => hits[0]?.score)
      return greatest(scores.filter((score) => score !== undefined))
    },
    withVectors: (more) => withVectors(under, new Map([...replaced, ...more])),
  }
}

const lengthOf = (replaced: Replaced<string>): number =>
  [...replaced.values()].flat()[0]?.length ?? 0

/**
 * What a key is compared by: each of its vectors, or their mean; nothing where there are only
 * zeros.
 */
function rowsOf(vectors: readonly Float32Array[], pooling: Pooling): Float32Array[] {
  const known = vectors.filter((vector) => !isZero(vector))
  if (known.length === 0 || pooling === 'best') return known
  return [meanOf(vectors, vectors[0]?.length ?? 0)]
}

const bestOf = (rows: readonly Float32Array[], query: Float32Array): number | undefined =>
  greatest(rows.map((row) => dotProduct(query, row)))

const greatest = (scores: readonly number[]): number | undefined =>
  scores.length > 0 ? scores.reduce((best, score) => Math.max(best, score)) : undefined

/** The keys as they are then, rising. */
function keysWith<Key extends string>(keys: readonly Key[], replaced: Replaced<Key>): Key[] {
  const parts: Key[][] = []
  let from = 0
  for (const [key, vectors] of [...replaced].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = placeOfKey(keys, key)
    parts.push(keys.slice(from, at), vectors.length > 0 ? [key] : [])
    from = keys[at] === key ? at + 1 : at
  }
  return [...parts, keys.slice(from)].flat()
}
