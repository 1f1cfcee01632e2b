import type { Embedder, OnCut } from '../../ports/embedder'
import type { PrepareCall } from '../stage'

/** Queries embedded before they are searched, all together, for as long as they are held. */
export interface HeldQueries {
  /** Embeds those that are not held yet, and gives how many are held then. */
  embed(texts: readonly string[], call: PrepareCall): Promise<number>
  release(): void
}

/** The vectors of queries: those that are held, and others when they are wanted. */
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

/** Queries embedded between two looks at whether to stop. */
const BATCH = 128
/** Numbers in all vectors held: 200 MB. Queries beyond are embedded when they are searched. */
const MOST_VALUES = 50_000_000

/** @param open the embedder to embed ahead with */
export function queryVectors(open: () => Promise<Embedder>): QueryVectors {
  const holds = new Set<Map<string, Held>>()
  const find = (key: string) => {
    for (const held of holds) if (held.has(key)) return held.get(key)
    return undefined
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
      const known = texts.map((text) => find(keyOf(embedder, text)))
      const others = [...texts.keys()].filter((at) => !known[at])
      const made =
        others.length === 0
          ? []
          : await embedder.embedQueries(
              others.map((at) => texts[at] ?? ''),
              signal,
              (place, characters) => onCut?.(others[place] ?? 0, characters),
            )
      for (const [at, held] of known.entries()) {
        if (held?.taken !== undefined) onCut?.(at, held.taken)
      }
      let next = 0
      return known.map((held) => held?.vector ?? (made[next++] as Float32Array))
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
    const taken = new Map<number, number>()
    const vectors = await embedder.embedQueries(batch, signal, (at, characters) =>
      taken.set(at, characters),
    )
    for (const [at, text] of batch.entries()) {
      const cut = taken.get(at)
      const vector = vectors[at] as Float32Array
      held.set(keyOf(embedder, text), { vector, ...(cut !== undefined && { taken: cut }) })
    }
    onProgress?.(from + batch.length, texts.length)
  }
}
