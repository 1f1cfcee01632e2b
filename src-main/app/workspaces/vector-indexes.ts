import { Problem } from '../../domain/problem'
import {
  embedDocuments,
  type DocumentStore,
  type EmbeddedDocuments,
} from '../../pipeline/knowledge-base/embed-documents'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import type { OpenVectorIndex, ReadVectors } from '../../pipeline/knowledge-base/kit-parts'
import type { TextsToEmbed } from '../../pipeline/knowledge-base/weighed-text'
import type { PrepareCall } from '../../pipeline/stage'
import type { Embedder } from '../../ports/embedder'
import type { IndexesInPlace } from '../../ports/in-place'
import type { BuildVectorIndex } from '../../ports/vector-index'
import type { WorkspaceStore } from '../../ports/workspace-store'

/** What keeps a workspace's vectors. */
export type VectorStore = Pick<
  WorkspaceStore,
  'vectors' | 'storedHashes' | 'vectorIndex' | 'hasOnlyOtherEmbeddersDocuments' | 'saveDocuments'
>

/** What vectors are read with. */
interface ReadingParts {
  store: VectorStore
  /** Of a published catalog that is searched where it lies. */
  inPlace?: Pick<IndexesInPlace, 'publishedFor'>
}

/** What vector indexes are made with. */
export interface VectorIndexParts extends ReadingParts {
  buildVectorIndex: BuildVectorIndex
  /**
   * The size of all vectors up to which they are held in memory; beyond, the store searches them on
   * disk.
   */
  mostVectorBytesInMemory: number
}

/**
 * Opens indexes over texts, embedding what is not embedded yet: exact in memory, or on disk where
 * there are too many.
 */
export function vectorIndexes({
  buildVectorIndex,
  mostVectorBytesInMemory,
  ...reading
}: VectorIndexParts): OpenVectorIndex {
  const { store } = reading
  return async (embedder, documents, call) => {
    const { keys: keyOf, pooling } = documents
    const embedded = await embedNow(reading, { embedder, documents, call })
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

/**
 * Reads the vectors of texts, embedding what is not embedded yet: all of them in memory, however
 * many they are.
 */
export const vectorReader =
  (reading: ReadingParts): ReadVectors =>
  async (embedder, documents, call) =>
    vectorsOf(reading.store, embedder, await embedNow(reading, { embedder, documents, call }))

interface Embedding {
  embedder: Embedder
  documents: TextsToEmbed<string>
  call: PrepareCall | undefined
}

/**
 * Sees that all texts are embedded, and tells whoever prepares of those that are embedded in part.
 */
async function embedNow(
  { store, inPlace }: ReadingParts,
  { embedder, documents, call }: Embedding,
): Promise<Pick<EmbeddedDocuments, 'hashes' | 'unsaved'>> {
  const mayEmbed = inPlace?.publishedFor && fewEnough(inPlace.publishedFor)
  const ports = { store: storingWhatItCan(store), embedder, mayEmbed }
  const { newlyCut, newlyNone, ...embedded } = await embedDocuments(ports, documents, call)
  tellNone({ newlyNone, keys: documents.keys, embedder }, call)
  if (newlyCut.length > 0) {
    call?.onCut?.(
      newlyCut.flatMap((at) => documents.keys[at] ?? []),
      embedder.name,
    )
  }
  return embedded
}

/** Tells whoever prepares of texts that the embedder makes no vector of. */
export function tellNone(
  {
    newlyNone,
    keys,
    embedder: { name },
  }: Pick<EmbeddedDocuments, 'newlyNone'> & { keys: readonly string[]; embedder: Embedder },
  call: PrepareCall | undefined,
): void {
  const [first] = newlyNone
  if (!first) return
  const named = newlyNone.flatMap(({ at }) => keys[at] ?? [])
  call?.onNone?.(named, { of: keys.length, embedder: name, why: first.why })
}

/**
 * Texts that whoever reads a snapshot searched where it lies embeds for itself: those of a large
 * one would take hours, each time.
 */
const MOST_EMBEDDED_IN_PLACE = 5_000

const fewEnough =
  ({ recipes, embedder = 'no embedder' }: NonNullable<IndexesInPlace['publishedFor']>) =>
  (texts: number): void => {
    if (texts <= MOST_EMBEDDED_IN_PLACE) return
    throw new Problem(
      'bad-input',
      `This would have ${texts.toLocaleString('en')} texts embedded that were not published: the snapshot is searched where it lies, by ${recipes.join(', ')} with ${embedder}.`,
      'Ask as it was published, or publish the workspace again for what you ask, or to be held in memory.',
    )
  }

/** `vectors[i]` is that of `hashes[i]`: zeros where it is nowhere. */
async function vectorsOf(
  store: VectorStore,
  { fingerprint, dimensions }: Embedder,
  { hashes, unsaved }: Pick<EmbeddedDocuments, 'hashes' | 'unsaved'>,
): Promise<Float32Array[]> {
  const stored = await store.vectors(fingerprint, new Set(hashes))
  return mapYielding(hashes, (hash) => [
    stored.get(hash) ?? unsaved.get(hash) ?? new Float32Array(dimensions),
  ])
}

/**
 * Vectors are derived: where they cannot be stored, in a read-only folder say, searching goes on
 * without storing.
 */
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
