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
  /** Places of the texts of which only the beginning is embedded, and of those among them that were embedded now. */
  cut: number[]
  newlyCut: number[]
}

/** Texts handed to the embedder together. */
const BATCH = 64
/** Documents written at once: a stopped run keeps what is written. */
const WRITTEN_AT_ONCE = 1024

/** What a text is stored under: 128 bits of its SHA-256, as hex. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Where the vector of a text's beginning is stored: never to be taken for that of the whole text. */
const cutHash = (hash: string): string => `${hash}-cut`

/** All that texts of these hashes may be stored under, whole or cut. */
export const storedUnder = (hashes: readonly string[]): Set<string> =>
  new Set(hashes.flatMap((hash) => [hash, cutHash(hash)]))

/** What texts of these hashes are stored under by one embedder, whole or cut; undefined for one that is not. */
export async function storedAs(
  store: Pick<WorkspaceStore, 'storedHashes'>,
  fingerprint: string,
  hashes: readonly string[],
): Promise<(string | undefined)[]> {
  const known = await store.storedHashes(fingerprint, storedUnder(hashes))
  return hashes.map((hash) => [hash, cutHash(hash)].find((key) => known.has(key)))
}

export const isCut = (stored: string | undefined): boolean => stored?.endsWith('-cut') ?? false

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
  const stored = await storedAs(store, embedder.fingerprint, hashes)
  const keys = new Map(hashes.map((hash, at) => [hash, stored[at]]))
  const missing = await missingOf(hashes, keys, texts)
  const isAllNew = missing.length === keys.size && missing.length > 0
  if (isAllNew && (await store.hasOnlyOtherEmbeddersDocuments(embedder.fingerprint))) {
    onRenewal?.(hashes.length, embedder.name)
  }
  const writer = documentWriter(store, embedder)
  try {
    for (let from = 0; from < missing.length; from += BATCH) {
      signal.throwIfAborted()
      const batch = missing.slice(from, from + BATCH)
      const documents = await embedBatch(embedder, batch, signal)
      await writer.add(documents)
      for (const [at, { hash }] of documents.entries()) keys.set(batch[at]?.[0] ?? '', hash)
      onProgress?.(from + batch.length, missing.length)
      await new Promise(setImmediate)
    }
  } finally {
    await writer.end()
  }
  const cut = [...hashes.keys()].filter((at) => isCut(keys.get(hashes[at] ?? '')))
  return {
    hashes: hashes.map((hash) => keys.get(hash) ?? hash),
    unsaved: writer.unsaved,
    embedded: missing.length,
    reused: keys.size - missing.length,
    cut,
    newlyCut: cut.filter((at) => stored[at] === undefined),
  }
}

/** The texts that are not stored, each once, with their hashes. */
async function missingOf(
  hashes: readonly string[],
  stored: ReadonlyMap<string, string | undefined>,
  texts: () => Promise<readonly string[]>,
): Promise<[hash: string, text: string][]> {
  if ([...stored.values()].every((key) => key !== undefined)) return []
  const all = await texts()
  const wanted = new Map(hashes.map((hash, at) => [hash, all[at] ?? '']))
  return [...wanted].filter(([hash]) => stored.get(hash) === undefined)
}

async function embedBatch(
  embedder: Embedder,
  batch: readonly [hash: string, text: string][],
  signal: AbortSignal,
): Promise<StoredDocument[]> {
  const taken = new Map<number, number>()
  const vectors = await embedder.embedDocuments(
    batch.map(([, text]) => text),
    signal,
    (at, characters) => taken.set(at, characters),
  )
  if (vectors.length !== batch.length) {
    throw new Error(`${embedder.name} gave ${vectors.length} vectors for ${batch.length} texts.`)
  }
  return batch.map(([hash, text], at) => ({
    hash: taken.has(at) ? cutHash(hash) : hash,
    text: text.slice(0, taken.get(at)),
    vector: vectors[at] as Float32Array,
  }))
}

/** Writes documents as they come, while more are embedded; one write at a time. */
function documentWriter(store: DocumentStore, { fingerprint }: Embedder) {
  const unsaved = new Map<string, Float32Array>()
  let waiting: StoredDocument[] = []
  let writing = Promise.resolve()
  const write = async (documents: StoredDocument[]) => {
    if (documents.length === 0) return
    const isSaved = await store.saveDocuments(fingerprint, documents)
    if (!isSaved) for (const { hash, vector } of documents) unsaved.set(hash, vector)
  }
  const begin = async () => {
    await writing
    writing = write(waiting)
    waiting = []
    // Whoever waits for it next is told.
    writing.catch(() => undefined)
  }
  return {
    unsaved,
    async add(documents: StoredDocument[]) {
      waiting.push(...documents)
      if (waiting.length >= WRITTEN_AT_ONCE) await begin()
    },
    async end() {
      await begin()
      await writing
    },
  }
}
