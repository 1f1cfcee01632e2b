import type { Pooling } from '../../../ports/hit'
import type { VectorIndex } from '../../../ports/vector-index'
import { buildVectorIndexInTurns } from '../../memory/memory-vector-index'
import { NOT_RATED, ofSamples, ratingOf } from '../../memory/rating'
import { dotProduct, isZero } from '../../memory/vector-rows'
import type { KeysByText } from './keys-by-text'
import type { RecentVectors } from './vectors-at-hand'
import { readVectors } from './stored-vectors'
import type { WithTable } from './with-table'

interface RatedParts<Key extends string> extends SubsetParts<Key> {
  /** How many texts are stored. */
  rows: number
}

/** Vectors read from disk by the key they belong to. */
interface VectorsByKey<Key extends string> {
  /** Those of a key's texts that are stored and not zeros. */
  of(key: Key): Float32Array[]
}
type VectorsOf<Key extends string> = (keys: readonly Key[]) => Promise<VectorsByKey<Key>>

/** Reads the vectors of keys, those kept lately from memory. */
export function vectorsOnDisk<Key extends string>(
  { texts, withTable, rows }: RatedParts<Key>,
  recent: RecentVectors,
): VectorsOf<Key> {
  return async (keys) => {
    const known = new Map<string, Float32Array>()
    const unknown = new Set<string>()
    for (const hash of rows === 0 ? [] : keys.flatMap((key) => texts.hashesOf(key))) {
      const vector = recent.get(hash)
      if (vector) known.set(hash, vector)
      else unknown.add(hash)
    }
    const read = unknown.size > 0 ? await withTable((table) => readVectors(table, unknown)) : []
    for (const [hash, vector] of read) {
      known.set(hash, vector)
      recent.keep(hash, vector)
    }
    return {
      of: (key) =>
        texts
          .hashesOf(key)
          .flatMap((hash) => known.get(hash) ?? [])
          .filter((vector) => !isZero(vector)),
    }
  }
}

/**
 * What some keys score; the vectors of the sample that gives the spread are read once for each set
 * of keys.
 */
export function ratingOnDisk<Key extends string>(
  { texts, pooling, rows }: RatedParts<Key>,
  vectorsOf: VectorsOf<Key>,
): VectorIndex<Key>['rate'] {
  const sampleOf = ofSamples(texts.keys, async (keys) => {
    const vectors = await vectorsOf(keys)
    return { keys, vectors: new Map(keys.map((key) => [key, vectors.of(key)])) }
  })
  return async (queries, wanted, { among }) => {
    if (rows === 0) return queries.map(() => NOT_RATED)
    const sample = await sampleOf(among)
    const keys = wanted.filter((key) => !among || among.has(key))
    const vectors = await vectorsOf(keys)
    return queries.map((query) => {
      const scoreOf = (key: Key) => {
        const own = sample.vectors.get(key) ?? vectors.of(key)
        const products = own.map((vector) => dotProduct(query, vector))
        return pooled(products, { pooling, of: texts.hashesOf(key).length })
      }
      return isZero(query) ? NOT_RATED : ratingOf(keys, sample.keys, scoreOf)
    })
  }
}

/**
 * The best of some products, or their mean where those not given count 0; nothing where there are
 * none.
 */
export function pooled(
  products: readonly number[],
  { pooling, of }: { pooling: Pooling; of: number },
): number | undefined {
  if (products.length === 0) return undefined
  if (pooling === 'best') return products.reduce((best, one) => Math.max(best, one))
  return products.reduce((sum, one) => sum + one, 0) / of
}

/** Subsets kept at once: one that is searched, and one to compare it with. */
const MOST_SUBSETS = 2

export interface SubsetParts<Key extends string> {
  texts: KeysByText<Key>
  pooling: Pooling
  withTable: WithTable
  /** The length of the stored vectors. */
  dimensions: number
  /** Texts of a subset at most. */
  mostInMemory: number
}

/** An index in memory of the keys of a set, or nothing where they have too many texts for that. */
type SubsetOf<Key extends string> = (
  among: ReadonlySet<Key> | undefined,
) => Promise<VectorIndex<Key> | undefined>

/** Subsets small enough for memory: each is read from disk once, and the last two are kept. */
export function subsetsInMemory<Key extends string>(parts: SubsetParts<Key>): SubsetOf<Key> {
  const kept = new Map<ReadonlySet<Key>, Promise<VectorIndex<Key>>>()
  return async (among) => {
    if (!among || textsOfAll(among, parts) > parts.mostInMemory) return undefined
    const subset = kept.get(among) ?? readSubset(among, parts)
    kept.delete(among)
    kept.set(among, subset)
    for (const oldest of kept.keys()) if (kept.size > MOST_SUBSETS) kept.delete(oldest)
    subset.catch(() => kept.delete(among))
    return subset
  }
}

function textsOfAll<Key extends string>(
  among: ReadonlySet<Key>,
  { texts }: SubsetParts<Key>,
): number {
  let count = 0
  for (const key of among) count += texts.hashesOf(key).length
  return count
}

async function readSubset<Key extends string>(
  among: ReadonlySet<Key>,
  { texts, pooling, withTable, dimensions }: SubsetParts<Key>,
): Promise<VectorIndex<Key>> {
  const hashes = new Set([...among].flatMap((key) => texts.hashesOf(key)))
  const vectors = await withTable((table) => readVectors(table, hashes))
  const nothing = new Float32Array(dimensions)
  const documents = [...among].flatMap((key) =>
    texts.hashesOf(key).map((hash) => ({ key, vector: vectors.get(hash) ?? nothing })),
  )
  return buildVectorIndexInTurns(documents, pooling)
}
