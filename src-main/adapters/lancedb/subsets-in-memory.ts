import type { Pooling } from '../../ports/hit'
import type { VectorIndex } from '../../ports/vector-index'
import { buildMemoryVectorIndex } from '../memory/memory-vector-index'
import type { KeysByText } from './keys-by-text'
import { readVectors } from './stored-vectors'
import type { WithTable } from './with-table'

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
export type SubsetOf<Key extends string> = (
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
  return buildMemoryVectorIndex(documents, pooling)
}
