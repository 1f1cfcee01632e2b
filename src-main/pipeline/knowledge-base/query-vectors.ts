import type { Embedder, OnCut } from '../../ports/embedder'
import type { PrepareCall } from '../stage'

/** Queries embedded before they are searched, all together, for as long as they are held. */
export interface HeldQueries {
  /** Embeds those that are not held yet, and gives how many are held then. */
  embed(texts: readonly string[], call: PrepareCall): Promise<number>
  release(): void
}

/** The vectors of queries: those that are held or were asked for lately, and others when they are wanted. */
export interface QueryVectors {
  hold(): HeldQueries
  /** `vectors[i]` belongs to `texts[i]`; what is not held is embedded in one batch. */
  of(
    embedder: Embedder,
    texts: readonly string[],
    call: { signal: AbortSignal; onCut?: OnCut },
  ): Promise<Float32Array[]>
}

interface Held {
  vector: Float32Array
  /** Characters that were taken in, where not all were. */
  taken?: number
}

/** One query is searched, rated, and asked again with another k: those of some users at once. */
const RECENT = 100
/** Queries embedded between two looks at whether to stop. */
const BATCH = 128
/** Numbers in all vectors held: 200 MB. Queries beyond are embedded when they are searched. */
const MOST_VALUES = 50_000_000

/** @param open the embedder to embed ahead with */
export function queryVectors(open: () => Promise<Embedder>): QueryVectors {
  const holds = new Set<Map<string, Held>>()
  const recent = new Map<string, Held>()
  const find = (key: string) => {
    for (const held of holds) if (held.has(key)) return held.get(key)
    return recent.get(key)
  }
  const keep = (key: string, held: Held) => {
    recent.delete(key)
    recent.set(key, held)
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT) break
      recent.delete(oldest)
    }
  }
  return {
    hold() {
      const held = new Map<string, Held>()
      holds.add(held)
      return {
        async embed(texts, call) {
          const embedder = await open()
          const missing = [...new Set(texts)].filter((text) => !held.has(keyOf(embedder, text)))
          const most = Math.floor(MOST_VALUES / Math.max(1, embedder.dimensions)) - held.size
          await embedInto(held, { embedder, texts: missing.slice(0, Math.max(0, most)), call })
          return held.size
        },
        release: () => void holds.delete(held),
      }
    },
    async of(embedder, texts, { signal, onCut }) {
      const known = new Map<string, Held>()
      for (const text of texts) {
        const held = find(keyOf(embedder, text))
        if (held) known.set(text, held)
      }
      const others = [...new Set(texts)].filter((text) => !known.has(text))
      for (const [text, held] of await embedded(others, { embedder, signal })) known.set(text, held)
      return texts.map((text, at) => {
        const held = known.get(text) as Held
        keep(keyOf(embedder, text), held)
        if (held.taken !== undefined) onCut?.(at, held.taken)
        return held.vector
      })
    },
  }
}

/** Vectors of one embedder are of no use to another, nor to what a newer model of the same name made. */
const keyOf = ({ fingerprint }: Embedder, text: string): string => `${fingerprint}\n${text}`

async function embedInto(
  held: Map<string, Held>,
  { embedder, texts, call }: { embedder: Embedder; texts: readonly string[]; call: PrepareCall },
): Promise<void> {
  const { signal = new AbortController().signal, onProgress } = call
  for (let from = 0; from < texts.length; from += BATCH) {
    signal.throwIfAborted()
    const batch = texts.slice(from, from + BATCH)
    for (const [text, vector] of await embedded(batch, { embedder, signal })) {
      held.set(keyOf(embedder, text), vector)
    }
    onProgress?.(from + batch.length, texts.length)
  }
}

async function embedded(
  texts: readonly string[],
  { embedder, signal }: { embedder: Embedder; signal: AbortSignal },
): Promise<[string, Held][]> {
  if (texts.length === 0) return []
  const taken = new Map<number, number>()
  const vectors = await embedder.embedQueries([...texts], signal, (at, characters) =>
    taken.set(at, characters),
  )
  return texts.map((text, at) => {
    const cut = taken.get(at)
    return [text, { vector: vectors[at] as Float32Array, ...(cut !== undefined && { taken: cut }) }]
  })
}
