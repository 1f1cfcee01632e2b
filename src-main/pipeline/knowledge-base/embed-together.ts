import type { Embedder, OnCut } from '../../ports/embedder'
import type { EmbedCall } from '../stage'

/** A text as it was embedded. */
export interface EmbeddedText {
  vector: Float32Array
  /** Characters that were taken in, where not all were. */
  taken?: number
}

interface Batch {
  texts: Set<string>
  /** Of all who wait; it goes on while one of them does. */
  signals: Set<AbortSignal>
  result: Promise<Map<string, EmbeddedText>>
}

/** Embeds what is asked for in the same turn in one batch, as the parts of one query are. Texts of a batch are looked up by text. */
export function embedTogether() {
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
  /** Told by which call of the embedder the texts were embedded, and how many of them nobody else had sent with it. */
  onEmbedded?: ((call: EmbedCall) => void) | undefined
}

/** All texts by one call. */
export async function embedTexts(
  texts: readonly string[],
  { embedder, signal }: { embedder: Embedder; signal: AbortSignal },
): Promise<Map<string, EmbeddedText>> {
  const taken = new Map<number, number>()
  const onCut: OnCut = (at, characters) => taken.set(at, characters)
  const vectors = await embedder.embedQueries([...texts], signal, onCut)
  return new Map(
    texts.map((text, at) => {
      const cut = taken.get(at)
      const vector = vectors[at] as Float32Array
      return [text, { vector, ...(cut !== undefined && { taken: cut }) }]
    }),
  )
}

/** Stops once all are stopped. Parts of one query have one signal, which lasts as long as an evaluation may: it is listened to by none. */
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
