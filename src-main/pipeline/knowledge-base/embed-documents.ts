import { createHash } from 'node:crypto'
import type { Embedder } from '../../ports/embedder'
import type { StoredDocument, WorkspaceStore } from '../../ports/workspace-store'
import type { PrepareCall } from '../stage'

/** Where embedded documents are kept. */
export interface DocumentStore extends Pick<
  WorkspaceStore,
  'storedHashes' | 'hasOnlyOtherEmbeddersDocuments'
> {
  /** Says whether it could be done: searching works in a read-only folder, too. */
  saveDocuments(fingerprint: string, documents: StoredDocument[]): Promise<boolean>
}

/** What became of texts that were to be embedded. */
export interface EmbeddedDocuments {
  /** `hashes[i]` is what `texts[i]` is stored under. */
  hashes: readonly string[]
  /** Vectors that could not be stored, by hash. */
  unsaved: Map<string, Float32Array>
  embedded: number
  reused: number
}

/** Texts in one request to the embedder. */
const BATCH = 64
/** Documents written at once: a stopped run keeps what is written. */
const WRITTEN_AT_ONCE = 1024

/** What a text is stored under: 128 bits of its SHA-256, as hex. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Embeds and stores those of `texts` that are not stored yet; what cannot be stored is given back. */
export const embedDocuments = (
  ports: EmbeddingPorts,
  texts: readonly string[],
  call?: PrepareCall,
): Promise<EmbeddedDocuments> =>
  embedHashed(ports, { hashes: texts.map(contentHash), texts: async () => texts }, call)

interface EmbeddingPorts {
  store: DocumentStore
  embedder: Embedder
}

/** As {@link embedDocuments}, of texts whose hashes are known: where all are stored, no text is asked for. */
export async function embedHashed(
  { store, embedder }: EmbeddingPorts,
  { hashes, texts }: { hashes: readonly string[]; texts: () => Promise<readonly string[]> },
  { signal = new AbortController().signal, onProgress, onRenewal }: PrepareCall = {},
): Promise<EmbeddedDocuments> {
  const stored = await store.storedHashes(embedder.fingerprint, new Set(hashes))
  const missing = await missingOf(hashes, stored, texts)
  const isAllNew = stored.size === 0 && missing.length > 0
  if (isAllNew && (await store.hasOnlyOtherEmbeddersDocuments(embedder.fingerprint))) {
    onRenewal?.(hashes.length, embedder.name)
  }
  const writer = documentWriter(store, embedder)
  try {
    for (let from = 0; from < missing.length; from += BATCH) {
      signal.throwIfAborted()
      await writer.add(await embedBatch(embedder, missing.slice(from, from + BATCH), signal))
      onProgress?.(Math.min(from + BATCH, missing.length), missing.length)
      await new Promise(setImmediate)
    }
  } finally {
    await writer.end()
  }
  return { hashes, unsaved: writer.unsaved, embedded: missing.length, reused: stored.size }
}

/** The texts that are not stored, each once, with their hashes. */
async function missingOf(
  hashes: readonly string[],
  stored: ReadonlySet<string>,
  texts: () => Promise<readonly string[]>,
): Promise<[hash: string, text: string][]> {
  if (hashes.every((hash) => stored.has(hash))) return []
  const all = await texts()
  const wanted = new Map(hashes.map((hash, at) => [hash, all[at] ?? '']))
  return [...wanted].filter(([hash]) => !stored.has(hash))
}

async function embedBatch(
  embedder: Embedder,
  batch: readonly [hash: string, text: string][],
  signal: AbortSignal,
): Promise<StoredDocument[]> {
  const vectors = await embedder.embedDocuments(
    batch.map(([, text]) => text),
    signal,
  )
  if (vectors.length !== batch.length) {
    throw new Error(`${embedder.name} gave ${vectors.length} vectors for ${batch.length} texts.`)
  }
  return batch.map(([hash, text], at) => ({ hash, text, vector: vectors[at] as Float32Array }))
}

function documentWriter(store: DocumentStore, { fingerprint }: Embedder) {
  const unsaved = new Map<string, Float32Array>()
  let waiting: StoredDocument[] = []
  const write = async () => {
    const documents = waiting
    waiting = []
    if (documents.length === 0) return
    const isSaved = await store.saveDocuments(fingerprint, documents)
    if (!isSaved) for (const { hash, vector } of documents) unsaved.set(hash, vector)
  }
  return {
    unsaved,
    async add(documents: StoredDocument[]) {
      waiting.push(...documents)
      if (waiting.length >= WRITTEN_AT_ONCE) await write()
    },
    end: write,
  }
}
