import type { Embedder } from '../../ports/embedder'

/** One query is searched, then rated, and asked again with another k: those of a few users at once. */
const REMEMBERED = 100

/** Embeds queries, but not the same one twice: the vectors of the last hundred are remembered. */
export function rememberVectors(
  embedder: Embedder,
): (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]> {
  const known = new Map<string, Float32Array>()
  const keep = (text: string, vector: Float32Array) => {
    known.delete(text)
    known.set(text, vector)
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break
      known.delete(oldest)
    }
  }
  return async (texts, signal) => {
    const found = new Map(texts.flatMap((text) => entryOf(text, known.get(text))))
    const unknown = [...new Set(texts)].filter((text) => !found.has(text))
    const vectors = unknown.length > 0 ? await embedder.embedQueries(unknown, signal) : []
    unknown.forEach((text, at) => found.set(text, vectors[at] as Float32Array))
    for (const [text, vector] of found) keep(text, vector)
    return texts.map((text) => found.get(text) as Float32Array)
  }
}

const entryOf = (text: string, vector: Float32Array | undefined): [string, Float32Array][] =>
  vector ? [[text, vector]] : []
