import { createHash } from 'node:crypto'
import type { Embedder } from '../../ports/embedder'
import type { StoredDocument, WorkspaceStore } from '../../ports/workspace-store'

/** Where embedded documents are kept. */
export type DocumentStore = Pick<
  WorkspaceStore,
  'vectors' | 'hasOnlyOtherEmbeddersDocuments' | 'saveDocuments'
>

export interface EmbedCall {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** Called before the first is embedded where so far there are only another embedder's vectors. */
  onRenewal?: (documents: number, embedder: string) => void
}

export interface EmbeddedDocuments {
  /** `vectors[i]` belongs to `texts[i]`. */
  vectors: Float32Array[]
  embedded: number
  reused: number
}

/** Texts in one request to the embedder. */
const BATCH = 64
/** Documents written at once: a stopped run keeps what is written. */
const WRITTEN_AT_ONCE = 1024

export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Vectors for `texts`: stored ones where the text was embedded before, new ones, which are then stored, for the rest. */
export async function embedDocuments(
  { store, embedder }: { store: DocumentStore; embedder: Embedder },
  texts: string[],
  { signal = new AbortController().signal, onProgress, onRenewal }: EmbedCall = {},
): Promise<EmbeddedDocuments> {
  const hashes = texts.map(contentHash)
  const vectors = await store.vectors(embedder.fingerprint, new Set(hashes))
  const missing = [...new Map(hashes.map((hash, at) => [hash, texts[at] ?? '']))].filter(
    ([hash]) => !vectors.has(hash),
  )
  const reused = vectors.size
  const isAllNew = reused === 0 && missing.length > 0
  if (isAllNew && (await store.hasOnlyOtherEmbeddersDocuments(embedder.fingerprint))) {
    onRenewal?.(texts.length, embedder.name)
  }
  let written: StoredDocument[] = []
  const write = async () => {
    if (written.length > 0) await store.saveDocuments(embedder.fingerprint, written)
    written = []
  }
  try {
    for (let from = 0; from < missing.length; from += BATCH) {
      signal.throwIfAborted()
      const batch = missing.slice(from, from + BATCH)
      const fresh = await embedder.embedDocuments(
        batch.map(([, text]) => text),
        signal,
      )
      if (fresh.length !== batch.length) {
        throw new Error(`${embedder.name} gave ${fresh.length} vectors for ${batch.length} texts.`)
      }
      for (const [at, vector] of fresh.entries()) {
        const [hash, text] = batch[at] as [string, string]
        vectors.set(hash, vector)
        written.push({ hash, text, vector })
      }
      if (written.length >= WRITTEN_AT_ONCE) await write()
      onProgress?.(Math.min(from + BATCH, missing.length), missing.length)
      await new Promise(setImmediate)
    }
  } finally {
    await write()
  }
  return {
    vectors: hashes.map((hash) => vectors.get(hash) ?? new Float32Array(embedder.dimensions)),
    embedded: missing.length,
    reused,
  }
}
