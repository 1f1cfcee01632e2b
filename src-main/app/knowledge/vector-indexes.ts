import { Problem } from '../../domain/problem'
import {
  embedDocuments,
  type DocumentStore,
  type EmbeddedDocuments,
} from '../../pipeline/knowledge-base/embed-documents'
import type { OpenVectorIndex, ReadVectors } from '../../pipeline/knowledge-base/kit-parts'
import type { TextsToEmbed } from '../../pipeline/knowledge-base/weighed-text'
import type { PrepareCall } from '../../pipeline/stage'
import type { Embedder } from '../../ports/embedder'
import type { BuildVectorIndex } from '../../ports/vector-index'
import type { WorkspaceStore } from '../../ports/workspace-store'

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
  return async (embedder, documents, call) => {
    const { keys: keyOf, pooling } = documents
    const embedded = await embedNow(store, { embedder, documents, call })
    const { fingerprint, dimensions } = embedder
    const bytes = keyOf.length * dimensions * Float32Array.BYTES_PER_ELEMENT
    if (bytes > mostVectorBytesInMemory && embedded.unsaved.size === 0) {
      const places = Map.groupBy(keyOf.keys(), (at) => embedded.hashes[at] ?? '')
      const keysOf = new Map(
        [...places].map(([hash, found]) => [hash, found.flatMap((at) => keyOf[at] ?? [])]),
      )
      return store.vectorIndex(fingerprint, keysOf, pooling)
    }
    const vectors = await vectorsOf(store, embedder, embedded)
    return buildVectorIndex(
      keyOf.map((key, at) => ({ key, vector: vectors[at] as Float32Array })),
      pooling,
    )
  }
}

/** Reads the vectors of texts, embedding what is not embedded yet: all of them in memory, however many they are. */
export const vectorReader =
  (store: VectorStore): ReadVectors =>
  async (embedder, documents, call) =>
    vectorsOf(store, embedder, await embedNow(store, { embedder, documents, call }))

interface Embedding {
  embedder: Embedder
  documents: TextsToEmbed<string>
  call: PrepareCall | undefined
}

/** Sees that all texts are embedded, and tells whoever prepares of those that are embedded in part. */
async function embedNow(
  store: VectorStore,
  { embedder, documents, call }: Embedding,
): Promise<Pick<EmbeddedDocuments, 'hashes' | 'unsaved'>> {
  const ports = { store: storingWhatItCan(store), embedder }
  const { newlyCut, ...embedded } = await embedDocuments(ports, documents, call)
  if (newlyCut.length > 0) {
    call?.onCut?.(
      newlyCut.flatMap((at) => documents.keys[at] ?? []),
      embedder.name,
    )
  }
  return embedded
}

/** `vectors[i]` is that of `hashes[i]`: zeros where it is nowhere. */
async function vectorsOf(
  store: VectorStore,
  { fingerprint, dimensions }: Embedder,
  { hashes, unsaved }: Pick<EmbeddedDocuments, 'hashes' | 'unsaved'>,
): Promise<Float32Array[]> {
  const stored = await store.vectors(fingerprint, new Set(hashes))
  return hashes.map((hash) => stored.get(hash) ?? unsaved.get(hash) ?? new Float32Array(dimensions))
}

/** Vectors are derived: where they cannot be stored, in a read-only folder say, searching goes on without storing. */
export const storingWhatItCan = (store: VectorStore): DocumentStore => ({
  vectors: (fingerprint, hashes) => store.vectors(fingerprint, hashes),
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
