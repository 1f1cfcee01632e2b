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
  hashes: string[]
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

/** What is stored of texts by one embedder. */
export interface StoredTexts {
  /** `hashes[i]` is what `texts[i]` is stored under, or will be; undefined in `stored` where it is not. */
  hashes: string[]
  stored: (string | undefined)[]
}

/** Looks up what is stored of texts, whole or cut. */
export async function storedTexts(
  store: Pick<WorkspaceStore, 'storedHashes'>,
  fingerprint: string,
  texts: readonly string[],
): Promise<StoredTexts> {
  const hashes = texts.map(contentHash)
  const known = await store.storedHashes(fingerprint, storedUnder(hashes))
  const stored = hashes.map((hash) => [hash, cutHash(hash)].find((key) => known.has(key)))
  return { hashes, stored }
}

export const isCut = (stored: string | undefined): boolean => stored?.endsWith('-cut') ?? false

/** Embeds and stores those of `texts` that are not stored yet; what cannot be stored is given back. */
export async function embedDocuments(
  { store, embedder }: { store: DocumentStore; embedder: Embedder },
  texts: readonly string[],
  { signal = new AbortController().signal, onProgress, onRenewal }: PrepareCall = {},
): Promise<EmbeddedDocuments> {
  const { hashes, stored } = await storedTexts(store, embedder.fingerprint, texts)
  const keys = new Map(hashes.map((hash, at) => [hash, stored[at]]))
  const wanted = new Map(hashes.map((hash, at) => [hash, texts[at] ?? '']))
  const missing = [...wanted].filter(([hash]) => keys.get(hash) === undefined)
  const isAllNew = missing.length === wanted.size && missing.length > 0
  if (isAllNew && (await store.hasOnlyOtherEmbeddersDocuments(embedder.fingerprint))) {
    onRenewal?.(texts.length, embedder.name)
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
    reused: wanted.size - missing.length,
    cut,
    newlyCut: cut.filter((at) => stored[at] === undefined),
  }
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
