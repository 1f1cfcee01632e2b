import type { Embedder, OnCut } from '../../ports/embedder'
import type { EmbedCall, PrepareCall } from '../stage'
import { embedTexts, embedTogether, type EmbeddedText } from './embed-together'

/** Queries embedded before they are searched, all together, for as long as they are held. */
export interface HeldQueries {
  /** Embeds those that are not held yet, and gives how many are held then. */
  embed(texts: readonly string[], call: PrepareCall): Promise<number>
  release(): void
}

/** The vectors of queries: those that are held or were asked for lately, and others when they are wanted. */
export interface QueryVectors {
  hold(): HeldQueries
  /** `vectors[i]` belongs to `texts[i]`; what is not held is embedded in one batch, with what others want in the same turn. */
  of(
    embedder: Embedder,
    texts: readonly string[],
    call: { signal: AbortSignal; onCut?: OnCut; onEmbedded?: (call: EmbedCall) => void },
  ): Promise<Float32Array[]>
}

/** Numbers in the vectors of queries asked lately, of whatever they hold at least one: 4 MB. One query is searched, rated, and asked again with another k or in another part of the catalog. */
const MOST_RECENT_VALUES = 1_000_000
/** Queries embedded between two looks at whether to stop. */
const BATCH = 128
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
  const recent = new Map<string, EmbeddedText>()
  const find = (key: string) => {
    for (const held of holds) if (held.has(key)) return held.get(key)
    return recent.get(key)
  }
  const keep = (key: string, held: EmbeddedText) => {
    recent.delete(key)
    recent.set(key, held)
    for (const oldest of recent.keys()) {
      if (recent.size * held.vector.length <= mostRecent || recent.size === 1) break
      recent.delete(oldest)
    }
  }
  return {
    hold() {
      const held = new Map<string, EmbeddedText>()
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
    async of(embedder, texts, { signal, onCut, onEmbedded }) {
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
