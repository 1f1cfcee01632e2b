import { LRUCache } from 'lru-cache'
import { weightWithin } from '../../domain/value/weight-within'
import type { Clock } from '../../ports/clock'
import type { Embedder, OnCut, OnNone } from '../../ports/embedder'
import type { EmbedCall, PrepareCall } from '../stage'

/** Queries embedded before they are searched, all together, for as long as they are held. */
export interface CachedQueries {
  /** Embeds those that are not held yet, and gives how many are held then. */
  embed(texts: readonly string[], call: PrepareCall): Promise<number>
  /**
   * What it takes to embed a text of a query that is asked alone, of an embedder at work and of a
   * text that it does not remember, in ms: the median of a few queries, embedded one after another.
   * They are held then.
   * @param queries the texts of each
   */
  textAloneMs(queries: readonly (readonly string[])[], call: AloneCall): Promise<number>
  release(): void
}

interface AloneCall {
  signal: AbortSignal
  clock: Clock
}

/**
 * The vectors of queries: those that are held or were asked for lately, and others when they are
 * wanted.
 */
export interface QueryVectors {
  hold(): CachedQueries
  /**
   * `vectors[i]` belongs to `texts[i]`; what is not held is embedded in one batch, with what others
   * want in the same turn.
   */
  of(
    embedder: Embedder,
    texts: readonly string[],
    call: {
      signal: AbortSignal
      onCut?: OnCut
      /** Told of each text that has zeros, as the embedder makes no vector of it. */
      onNone?: OnNone
      onEmbedded?: (call: EmbedCall) => void
    },
  ): Promise<Float32Array[]>
}

/**
 * Numbers in the vectors of queries asked lately, of whatever they hold at least one: 4 MB. One
 * query is searched, rated, and asked again with another k or in another part of the catalog.
 */
const MOST_RECENT_VALUES = 1_000_000
/** Queries embedded between two looks at whether to stop. */
const BATCH = 128
/** Queries embedded alone to tell what that takes. */
const ALONE = 7
/** Numbers in all vectors held: 200 MB. Queries beyond are embedded when they are searched. */
const MOST_VALUES = 50_000_000

/**
 * @param open the embedder to embed ahead with
 * @param mostRecent numbers in the vectors of queries asked lately
 */
export function queryVectors(
  open: () => Promise<Embedder>,
  mostRecent = MOST_RECENT_VALUES,
): QueryVectors {
  const holds = new Set<Map<string, EmbeddedText>>()
  const together = embedTogether()
  const recent = new LRUCache<string, EmbeddedText>({
    maxSize: mostRecent,
    sizeCalculation: ({ vector }) => weightWithin(mostRecent, vector.length),
  })
  const find = (key: string) => {
    for (const held of holds) if (held.has(key)) return held.get(key)
    return recent.get(key)
  }
  return {
    hold() {
      const held = new Map<string, EmbeddedText>()
      holds.add(held)
      return {
        async embed(texts, { onProgress, ...call }) {
          const embedder = await open()
          const all = new Set(texts)
          const missing = [...all].filter((text) => !held.has(keyOf(embedder, text)))
          const known = all.size - missing.length
          const most = Math.floor(MOST_VALUES / Math.max(1, embedder.dimensions)) - held.size
          await embedInto(held, {
            embedder,
            texts: missing.slice(0, Math.max(0, most)),
            call: {
              ...call,
              onProgress: (done, total) => onProgress?.(known + done, known + total),
            },
          })
          return held.size
        },
        textAloneMs: async (queries, call) => embedAlone(held, await open(), { queries, ...call }),
        release: () => void holds.delete(held),
      }
    },
    async of(embedder, texts, { signal, onCut, onNone, onEmbedded }) {
      const known = new Map<string, EmbeddedText>()
      for (const text of texts) {
        const held = find(keyOf(embedder, text))
        if (held) known.set(text, held)
      }
      const others = [...new Set(texts)].filter((text) => !known.has(text))
      const embedded = await together(others, { embedder, signal, onEmbedded })
      for (const text of others) known.set(text, embedded.get(text) as EmbeddedText)
      return texts.map((text, at) => {
        const held = known.get(text) as EmbeddedText
        recent.set(keyOf(embedder, text), held)
        if (held.taken !== undefined) onCut?.(at, held.taken)
        if (held.none !== undefined) onNone?.(at, held.none)
        return held.vector
      })
    },
  }
}

/**
 * Vectors of one embedder are of no use to another, nor to what a newer model of the same name
 * made.
 */
const keyOf = ({ fingerprint }: Embedder, text: string): string => `${fingerprint}\n${text}`

async function embedInto(
  held: Map<string, EmbeddedText>,
  { embedder, texts, call }: { embedder: Embedder; texts: readonly string[]; call: PrepareCall },
): Promise<void> {
  const { signal = new AbortController().signal, onProgress } = call
  for (let from = 0; from < texts.length; from += BATCH) {
    signal.throwIfAborted()
    const batch = texts.slice(from, from + BATCH)
    const embedded = await embedTexts(batch, { embedder, signal })
    for (const [text, vector] of embedded) held.set(keyOf(embedder, text), vector)
    onProgress?.(from + batch.length, texts.length)
  }
}

async function embedAlone(
  held: Map<string, EmbeddedText>,
  embedder: Embedder,
  { queries, signal, clock }: AloneCall & { queries: readonly (readonly string[])[] },
): Promise<number> {
  const { embedNewQueries: embedQueries = embedder.embedQueries } = embedder
  const asked = queries.filter((texts) => texts.length > 0)
  const took: number[] = []
  // The first one starts the embedder.
  for (let at = 0; at <= ALONE && asked.length > 0; at++) {
    signal.throwIfAborted()
    const place = asked.length > ALONE ? Math.floor((at * asked.length) / (ALONE + 1)) : at
    const texts = asked[place % asked.length] as readonly string[]
    const startedMs = clock.elapsedMs()
    const embedded = await embedTexts(texts, { embedder: { ...embedder, embedQueries }, signal })
    if (at > 0) took.push((clock.elapsedMs() - startedMs) / texts.length)
    for (const [text, vector] of embedded) held.set(keyOf(embedder, text), vector)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
}

/** A text as it was embedded. */
interface EmbeddedText {
  vector: Float32Array
  /** Characters that were taken in, where not all were. */
  taken?: number
  /** What the embedder did instead of making a vector. */
  none?: string
}

interface Batch {
  texts: Set<string>
  /** Of all who wait; it goes on while one of them does. */
  signals: Set<AbortSignal>
  result: Promise<Map<string, EmbeddedText>>
}

/**
 * Embeds what is asked for in the same turn in one batch, as the parts of one query are. Texts of a
 * batch are looked up by text.
 */
function embedTogether() {
  const open = new Map<string, Batch>()

  function begin(embedder: Embedder): Batch {
    const texts = new Set<string>()
    const signals = new Set<AbortSignal>()
    const result = new Promise(setImmediate).then(() => {
      open.delete(embedder.fingerprint)
      return embedTexts([...texts], { embedder, signal: allOf([...signals]) })
    })
    const batch = { texts, signals, result }
    open.set(embedder.fingerprint, batch)
    return batch
  }

  return async (
    texts: readonly string[],
    { embedder, signal, onEmbedded }: TogetherCall,
  ): Promise<ReadonlyMap<string, EmbeddedText>> => {
    if (texts.length === 0) return new Map()
    const batch = open.get(embedder.fingerprint) ?? begin(embedder)
    const sent = texts.filter((text) => !batch.texts.has(text))
    for (const text of sent) batch.texts.add(text)
    batch.signals.add(signal)
    const embedded = await orStopped(batch.result, signal)
    onEmbedded?.({ batch, texts: sent.length })
    return embedded
  }
}

interface TogetherCall {
  embedder: Embedder
  signal: AbortSignal
  /**
   * Told by which call of the embedder the texts were embedded, and how many of them nobody else
   * had sent with it.
   */
  onEmbedded?: ((call: EmbedCall) => void) | undefined
}

/** All texts by one call. */
async function embedTexts(
  texts: readonly string[],
  { embedder, signal }: { embedder: Pick<Embedder, 'embedQueries'>; signal: AbortSignal },
): Promise<Map<string, EmbeddedText>> {
  const taken = new Map<number, number>()
  const without = new Map<number, string>()
  const onCut: OnCut = (at, characters) => taken.set(at, characters)
  const onNone: OnNone = (at, why) => without.set(at, why)
  const vectors = await embedder.embedQueries([...texts], signal, onCut, onNone)
  return new Map(
    texts.map((text, at) => {
      const cut = taken.get(at)
      const none = without.get(at)
      const vector = vectors[at] as Float32Array
      const told = { ...(cut !== undefined && { taken: cut }), ...(none !== undefined && { none }) }
      return [text, { vector, ...told }]
    }),
  )
}

/**
 * Stops once all are stopped. Parts of one query have one signal, which lasts as long as an
 * evaluation may: it is listened to by none.
 */
function allOf(signals: readonly AbortSignal[]): AbortSignal {
  const [only] = signals
  if (only && signals.length === 1) return only
  const all = new AbortController()
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort(only?.reason)
  }
  for (const signal of signals) signal.addEventListener('abort', look, { once: true })
  look()
  return all.signal
}

/** What is waited for, unless the one who waits is stopped before. */
async function orStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>()
  const stop = () => {
    const { reason }: { reason: unknown } = signal
    stopped.reject(reason instanceof Error ? reason : new Error('stopped'))
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
