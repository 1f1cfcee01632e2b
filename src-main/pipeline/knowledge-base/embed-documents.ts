import { Problem } from '../../domain/problem'
import type { Embedder } from '../../ports/embedder'
import type { StoredDocument, WorkspaceStore } from '../../ports/workspace-store'
import type { PrepareCall } from '../stage'
import { mapYielding } from './map-yielding'
import { contentHash, joinVectors, type WeighedPart } from './weighed-text'

/** Where embedded documents are kept. */
export interface DocumentStore extends Pick<
  WorkspaceStore,
  'vectors' | 'storedHashes' | 'hasOnlyOtherEmbeddersDocuments'
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
  /**
   * Places of the texts that have no vector, as the embedder makes none of them, and what it did
   * with those that it was sent now.
   */
  none: number[]
  newlyNone: { at: number; why: string }[]
  /**
   * Places of the texts of which only the beginning is embedded, and of those among them that were
   * embedded now.
   */
  cut: number[]
  newlyCut: number[]
}

/** Texts made of parts that are embedded together. */
const BATCH = 64
/**
 * Documents written at once: a stopped run keeps what is written, and each write costs the more the
 * larger the table is.
 */
const writtenAtOnce = (all: number): number => Math.max(1024, Math.ceil(all / 100))

/** All that the vectors of texts of these hashes may be stored under. */
export function storedUnder(hashes: Iterable<string>): Set<string> {
  const keys = new Set<string>()
  for (const hash of hashes) keys.add(hash).add(cutHash(hash)).add(noneHash(hash))
  return keys
}

/** Whether parts are stored by themselves: of an embedder that takes its time. */
export const storesParts = ({ reads }: Pick<Embedder, 'reads'>): boolean => reads === 'sentences'

/**
 * Where the vector of a text's beginning is stored: never to be taken for that of the whole text.
 */
const cutHash = (hash: string): string => `${hash}-cut`

/**
 * Where it is kept, with zeros, that a text has no vector: it is not sent again until it, or the
 * model, is another one.
 */
const noneHash = (hash: string): string => `${hash}-none`

/**
 * What texts of these hashes are stored under by one embedder, whole, cut or as having no vector;
 * undefined for one that is not.
 */
export async function storedAs(
  store: Pick<WorkspaceStore, 'storedHashes'>,
  fingerprint: string,
  hashes: readonly string[],
): Promise<(string | undefined)[]> {
  const known = await store.storedHashes(fingerprint, storedUnder(hashes))
  return mapYielding(hashes, (hash) => {
    if (known.has(hash)) return [hash]
    return [[cutHash(hash), noneHash(hash)].find((key) => known.has(key))]
  })
}

export const isCut = (stored: string | undefined): boolean => stored?.endsWith('-cut') ?? false
export const hasNone = (stored: string | undefined): boolean => stored?.endsWith('-none') ?? false

interface EmbeddingPorts {
  store: DocumentStore
  embedder: Embedder
  /** Told how many texts are to be embedded; throws where they are too many. */
  mayEmbed?: ((texts: number) => void) | undefined
  /** Whether those are sent again that got no vector before. */
  retries?: boolean
}

/** Lets others have their turn between what takes some ten milliseconds with 100,000 texts. */
const turn = () => new Promise(setImmediate)

/**
 * Texts in parts with what they are stored under: parts are asked of those alone that are not
 * stored.
 */
interface HashedTexts {
  hashes: readonly string[]
  /** Of the texts at some places, in their order. */
  parts(places: readonly number[]): Promise<readonly (readonly WeighedPart[])[]>
}

/**
 * Texts without a vector from which on an embedder is given up, where they are more than half of
 * those that it was sent.
 */
const MANY = 20

/**
 * Embeds and stores those texts that are not stored yet; what cannot be stored is given back.
 * @throws Problem `unavailable` where the embedder makes a vector of none, or of few
 */
export async function embedDocuments(
  ports: EmbeddingPorts,
  { hashes, parts }: HashedTexts,
  { signal = new AbortController().signal, onProgress, onRenewal }: PrepareCall = {},
): Promise<EmbeddedDocuments> {
  const { store, embedder, mayEmbed } = ports
  const stored = await storedOr(ports, hashes)
  const keys = new Map(hashes.map((hash, at) => [hash, stored[at]]))
  await turn()
  mayEmbed?.([...keys.values()].filter((key) => key === undefined).length)
  await turn()
  const missing = await missingOf(hashes, keys, parts)
  const isAllNew = missing.length === keys.size && missing.length > 0
  if (isAllNew && (await store.hasOnlyOtherEmbeddersDocuments(embedder.fingerprint))) {
    await onRenewal?.(hashes.length, embedder.name)
  }
  await turn()
  const { without, unsaved } = await embedMissing(ports, { missing, keys }, { signal, onProgress })
  const placesOf = (isWanted: (stored: string | undefined) => boolean) =>
    [...hashes.keys()].filter((at) => isWanted(keys.get(hashes[at] ?? '')))
  const cut = placesOf(isCut)
  const none = placesOf(hasNone)
  if (without.size > 0 && none.length === hashes.length)
    throw makesFew(embedder, without, keys.size)
  return {
    hashes: hashes.map((hash) => keys.get(hash) ?? hash),
    unsaved,
    embedded: missing.length - without.size,
    reused: keys.size - missing.length,
    none,
    newlyNone: toldOf(none, (at) => without.get(hashes[at] ?? '')),
    cut,
    newlyCut: cut.filter((at) => stored[at] === undefined),
  }
}

/**
 * What texts are stored under, those that got no vector as not stored where they are to be tried
 * again.
 */
async function storedOr(
  { store, embedder, retries = false }: EmbeddingPorts,
  hashes: readonly string[],
): Promise<(string | undefined)[]> {
  const found = await storedAs(store, embedder.fingerprint, hashes)
  return retries ? found.map((key) => (hasNone(key) ? undefined : key)) : found
}

interface ToEmbed {
  missing: readonly Missing[]
  /** By the hash of each text what it is stored under, which is put in here. */
  keys: Map<string, string | undefined>
}

/** Embeds and stores texts; gives those that got no vector, by hash, and what the embedder did. */
async function embedMissing(
  ports: EmbeddingPorts,
  { missing, keys }: ToEmbed,
  { signal, onProgress }: { signal: AbortSignal; onProgress: PrepareCall['onProgress'] },
) {
  const { store, embedder } = ports
  const writer = documentWriter(store, embedder, writtenAtOnce(missing.length))
  const partVectors = await knownParts(ports, missing)
  const without = new Map<string, string>()
  try {
    for (let from = 0; from < missing.length; from += BATCH) {
      signal.throwIfAborted()
      const batch = missing.slice(from, from + BATCH)
      const parts = await partVectors.embed(batch, signal)
      const documents = batch.map((document) => joined(document, partVectors))
      for (const [hash, why] of reasonsIn(batch, partVectors)) without.set(hash, why)
      requireMost(embedder, without, from + batch.length)
      // That it makes none of any is a fault of the embedder, which is not kept.
      await writer.add([...parts, ...(without.size < keys.size ? documents : [])])
      for (const [at, { hash }] of documents.entries()) keys.set(batch[at]?.hash ?? '', hash)
      onProgress?.(from + batch.length, missing.length)
      await turn()
    }
  } finally {
    await writer.end()
  }
  return { without, unsaved: writer.unsaved }
}

const toldOf = (places: readonly number[], whyAt: (at: number) => string | undefined) =>
  places.flatMap((at) => {
    const why = whyAt(at)
    return why === undefined ? [] : [{ at, why }]
  })

/** The texts of a batch that got no vector, by hash, and what the embedder did. */
const reasonsIn = (batch: readonly Missing[], vectors: PartVectors): [string, string][] =>
  batch.flatMap(({ hash, parts }): [string, string][] => {
    const why = reasonOf(parts, vectors)
    return why === undefined ? [] : [[hash, why]]
  })

/**
 * @throws Problem where the embedder makes vectors of less than half of the texts sent so far,
 * which are many
 */
function requireMost(embedder: Embedder, without: ReadonlyMap<string, string>, sent: number): void {
  if (without.size >= MANY && 2 * without.size > sent) throw makesFew(embedder, without, sent)
}

function makesFew({ name }: Embedder, without: ReadonlyMap<string, string>, of: number): Problem {
  const [why = 'made none'] = without.values()
  return new Problem(
    'unavailable',
    `The embedder ${name} makes vectors of few or none of ${of} tool documents: it ${why}.`,
    'Choose another embedder, or see whether the model is damaged.',
  )
}

/**
 * What the embedder did where it made no vector of a part: the text has none then, as one of the
 * rest would stand for something else.
 */
const reasonOf = (parts: readonly WeighedPart[], { of }: PartVectors): string | undefined =>
  parts.map(({ text }) => of(text).none).find((why) => why !== undefined)

/** The texts that an embedder is still to be sent: each once, without what is stored. */
export async function missingTexts(
  { store, embedder }: { store: Pick<WorkspaceStore, 'storedHashes'>; embedder: Embedder },
  { hashes, parts }: HashedTexts,
): Promise<string[]> {
  const stored = await storedAs(store, embedder.fingerprint, hashes)
  const missing = await missingOf(
    hashes,
    new Map(hashes.map((hash, at) => [hash, stored[at]])),
    parts,
  )
  const texts = [...new Set(missing.flatMap((each) => each.parts.map(({ text }) => text)))]
  if (!storesParts(embedder)) return texts
  const known = await storedAs(store, embedder.fingerprint, texts.map(contentHash))
  return texts.filter((_, at) => known[at] === undefined)
}

/** A text that is not stored. */
interface Missing {
  hash: string
  parts: readonly WeighedPart[]
}

/** The texts that are not stored, each once. */
async function missingOf(
  hashes: readonly string[],
  stored: ReadonlyMap<string, string | undefined>,
  parts: HashedTexts['parts'],
): Promise<Missing[]> {
  const places = new Map<string, number>()
  for (const [at, hash] of hashes.entries()) if (!stored.get(hash)) places.set(hash, at)
  if (places.size === 0) return []
  const found = await parts([...places.values()])
  return [...places.keys()].map((hash, at) => ({ hash, parts: found[at] ?? [] }))
}

/** The vector of a part; where that is of its beginning alone, how many characters that has. */
interface PartVector {
  vector: Float32Array
  taken?: number | undefined
  /** What the embedder did instead of making one. */
  none?: string | undefined
}

/** The vectors of parts. */
interface PartVectors {
  of(text: string): PartVector
  /**
   * Embeds those of some texts that are not known, and gives those that are worth storing by
   * themselves.
   */
  embed(batch: readonly Missing[], signal: AbortSignal): Promise<StoredDocument[]>
}

/**
 * The vectors of parts: those that stand in several texts are held for as long as it takes. Where
 * they are stored, a text made anew of known parts is not embedded again.
 */
async function knownParts(
  ports: EmbeddingPorts,
  missing: readonly Missing[],
): Promise<PartVectors> {
  const uses = new Map<string, number>()
  for (const { parts } of missing) {
    for (const { text } of parts) uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const { embedder } = ports
  const isStoring = storesParts(embedder)
  const held = isStoring
    ? await storedParts(ports, [...uses.keys()])
    : new Map<string, PartVector>()
  let atHand = new Map<string, PartVector>()
  const vectors: PartVectors = {
    of: (text) => (held.get(text) ?? atHand.get(text)) as PartVector,
    async embed(batch, signal) {
      const texts = new Set(batch.flatMap(({ parts }) => parts.map(({ text }) => text)))
      atHand = await embedTexts(
        embedder,
        [...texts].filter((text) => !held.has(text)),
        signal,
      )
      for (const [text, made] of atHand) if ((uses.get(text) ?? 0) > 1) held.set(text, made)
      if (!isStoring) return []
      const whole = new Set(
        batch.flatMap(({ parts }) => (parts.length === 1 ? [parts[0]?.text] : [])),
      )
      return [...atHand.keys()].flatMap((text) => {
        if (whole.has(text)) return []
        const alone = [{ text, weight: 1 }]
        return joined({ hash: contentHash(text), parts: alone }, vectors)
      })
    },
  }
  return vectors
}

/** Those parts that are stored. */
async function storedParts(
  ports: EmbeddingPorts,
  texts: readonly string[],
): Promise<Map<string, PartVector>> {
  const keys = await storedOr(ports, texts.map(contentHash))
  const { store, embedder } = ports
  const wanted = new Set(keys.flatMap((key) => key ?? []))
  const vectors = await store.vectors(embedder.fingerprint, wanted)
  return new Map(
    texts.flatMap((text, at): [string, PartVector][] => {
      const vector = vectors.get(keys[at] ?? '')
      const isOnlyBegun = isCut(keys[at]) && { taken: text.length }
      const isNone = hasNone(keys[at]) && { none: 'made none of one of its parts before' }
      return vector ? [[text, { vector, ...isOnlyBegun, ...isNone }]] : []
    }),
  )
}

async function embedTexts(
  embedder: Embedder,
  texts: string[],
  signal: AbortSignal,
): Promise<Map<string, PartVector>> {
  const taken = new Map<number, number>()
  const none = new Map<number, string>()
  const vectors = await embedder.embedDocuments(
    texts,
    signal,
    (at, characters) => taken.set(at, characters),
    (at, why) => none.set(at, why),
  )
  if (vectors.length !== texts.length) {
    throw new Error(`${embedder.name} gave ${vectors.length} vectors for ${texts.length} texts.`)
  }
  return new Map(
    texts.map((text, at) => [
      text,
      { vector: vectors[at] as Float32Array, taken: taken.get(at), none: none.get(at) },
    ]),
  )
}

/** A text with the vector that its parts make. */
const joined = ({ hash, parts }: Missing, vectors: PartVectors): StoredDocument => {
  const { of } = vectors
  const text = parts.map(({ text }) => text.slice(0, of(text).taken)).join('\n')
  const vector = joinVectors(parts, (text) => of(text).vector)
  if (reasonOf(parts, vectors) !== undefined) {
    return { hash: noneHash(hash), text, vector: new Float32Array(vector.length) }
  }
  const isBegun = parts.some(({ text }) => of(text).taken !== undefined)
  return { hash: isBegun ? cutHash(hash) : hash, text, vector }
}

/** Writes documents as they come, while more are embedded; one write at a time. */
function documentWriter(store: DocumentStore, { fingerprint }: Embedder, atOnce: number) {
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
    async add(documents: readonly StoredDocument[]) {
      waiting.push(...documents)
      if (waiting.length >= atOnce) await begin()
    },
    async end() {
      await begin()
      await writing
    },
  }
}
