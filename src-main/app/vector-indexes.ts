import { Problem } from '../domain/problem'
import { embedHashed, type DocumentStore } from '../pipeline/knowledge-base/embed-documents'
import type { OpenVectorIndex } from '../pipeline/knowledge-base/open-kit'
import type { BuildVectorIndex } from '../ports/vector-index'
import type { WorkspaceStore } from '../ports/workspace-store'

/** What keeps a workspace's vectors. */
export type VectorStore = Pick<
  WorkspaceStore,
  'vectors' | 'storedHashes' | 'vectorIndex' | 'hasOnlyOtherEmbeddersDocuments' | 'saveDocuments'
>

/** What vector indexes are made with. */
export interface VectorIndexParts {
  store: VectorStore
  buildVectorIndex: BuildVectorIndex
  /** The size of all vectors up to which they are held in memory; beyond, the store searches them on disk. */
  mostVectorBytesInMemory: number
}

/** Opens indexes over texts, embedding what is not embedded yet: exact in memory, or on disk where there are too many. */
export function vectorIndexes({
  store,
  buildVectorIndex,
  mostVectorBytesInMemory,
}: VectorIndexParts): OpenVectorIndex {
  return async (embedder, { keys: keyOf, hashes: wanted, texts, pooling }, call) => {
    const ports = { store: storingWhatItCan(store), embedder }
    const { hashes, unsaved, newlyCut } = await embedHashed(ports, { hashes: wanted, texts }, call)
    if (newlyCut.length > 0) {
      call?.onCut?.(
        newlyCut.flatMap((at) => keyOf[at] ?? []),
        embedder.name,
      )
    }
    const { fingerprint, dimensions } = embedder
    const bytes = keyOf.length * dimensions * Float32Array.BYTES_PER_ELEMENT
    if (bytes > mostVectorBytesInMemory && unsaved.size === 0) {
      const places = Map.groupBy(keyOf.keys(), (at) => hashes[at] ?? '')
      const keysOf = new Map(
        [...places].map(([hash, found]) => [hash, found.flatMap((at) => keyOf[at] ?? [])]),
      )
      return store.vectorIndex(fingerprint, keysOf, pooling)
    }
    const stored = await store.vectors(fingerprint, new Set(hashes))
    const vectorOf = (hash = '') =>
      stored.get(hash) ?? unsaved.get(hash) ?? new Float32Array(dimensions)
    return buildVectorIndex(
      keyOf.map((key, at) => ({ key, vector: vectorOf(hashes[at]) })),
      pooling,
    )
  }
}

/** Vectors are derived: where they cannot be stored, in a read-only folder say, searching goes on without storing. */
export const storingWhatItCan = (store: VectorStore): DocumentStore => ({
  storedHashes: (fingerprint, hashes) => store.storedHashes(fingerprint, hashes),
  hasOnlyOtherEmbeddersDocuments: (fingerprint) =>
    store.hasOnlyOtherEmbeddersDocuments(fingerprint),
  async saveDocuments(fingerprint, documents) {
    try {
      await store.saveDocuments(fingerprint, documents)
      return true
    } catch (error) {
      const isUnwritable = error instanceof Problem && ['storage', 'busy'].includes(error.code)
      if (!isUnwritable) throw error
      return false
    }
  },
})
