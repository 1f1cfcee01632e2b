import { requireVector } from '../../../domain/model/vector'
import type { Hit } from '../../../ports/hit'
import type { VectorIndex } from '../../../ports/vector-index'
import { placeOfKey } from '../../memory/keyed-texts'
import { NOT_RATED, ofSamples, ratingOf } from '../../memory/rating'
import { withVectors } from '../../memory/replaced-vectors'
import { dotProduct, isZero } from '../../memory/vector-rows'
import { EVERY_PARTITION } from '../vectors/stored-vectors'
import { firstHits, placesIn, someAtOnce } from './first-hits'
import { atPlaces, copiedVectors, type SearchedTable } from './searched-table'

interface MeaningInPlace<Key extends string> {
  /** Rising. */
  keys: readonly Key[]
  searched: SearchedTable
  column: string
  dimensions: number
}

/**
 * Finds by LanceDB’s index of vectors, compressed where they are many; what it finds is scored by
 * the vectors themselves.
 */
export function meaningInPlace<Key extends string>({
  keys,
  searched,
  column,
  dimensions,
}: MeaningInPlace<Key>): VectorIndex<Key> {
  const vectorsAt = searched.rowsOf(column, copiedVectors)
  const find = (vector: Float32Array) => (limit: number, among?: readonly number[]) =>
    searched.placesOf((table) => {
      const search = table
        .vectorSearch(vector)
        .column(column)
        .distanceType('dot')
        .nprobes(EVERY_PARTITION)
        .select(['_distance'])
        .withRowId()
        .limit(limit)
      return (among ? search.where(atPlaces(among)) : search).toArrow()
    })
  const score = (vector: Float32Array) => async (places: readonly number[]) =>
    [...(await vectorsAt(places))].flatMap(([place, own]): Hit<Key>[] =>
      isZero(own) ? [] : [{ key: keys[place] as Key, score: dotProduct(vector, own) }],
    )
  const vectorsOf = async (wanted: readonly Key[]): Promise<VectorOf<Key>> => {
    const vectors = await vectorsAt(placesIn(keys, wanted))
    return (key: Key) => {
      const vector = vectors.get(placeOfKey(keys, key))
      return vector && !isZero(vector) ? vector : undefined
    }
  }
  const sampleOf = ofSamples(keys, async (sample) => ({
    keys: sample,
    vectorOf: await vectorsOf(sample),
  }))
  const index: VectorIndex<Key> = {
    size: keys.length,
    isInPlace: true,
    async search(queries, { depth, among, signal, onMost }) {
      for (const vector of queries) requireVector(vector, dimensions, 'the query')
      return someAtOnce(queries, signal, async (vector) => {
        const finding = { keys, among, depth, onMost, find: find(vector), score: score(vector) }
        return isZero(vector) || depth <= 0 ? [] : firstHits(finding)
      })
    },
    async rate(queries, wanted, { among, signal }) {
      signal?.throwIfAborted()
      for (const vector of queries) requireVector(vector, dimensions, 'the query')
      const own = among ? wanted.filter((key) => among.has(key)) : wanted
      const [vectorOf, sample] = await Promise.all([vectorsOf(own), sampleOf(among)])
      return queries.map((query) => {
        const scoreOf = (key: Key) => {
          const vector = sample.vectorOf(key) ?? vectorOf(key)
          return vector && dotProduct(query, vector)
        }
        return isZero(query) ? NOT_RATED : ratingOf(own, sample.keys, scoreOf)
      })
    },
    async alike(a, b) {
      const vectorOf = await vectorsOf([a, b])
      const one = vectorOf(a)
      const other = vectorOf(b)
      return one && other ? dotProduct(one, other) : undefined
    },
    withVectors: (replaced) => withVectors({ index, keys, pooling: 'best', dimensions }, replaced),
  }
  return index
}

type VectorOf<Key extends string> = (key: Key) => Float32Array | undefined
