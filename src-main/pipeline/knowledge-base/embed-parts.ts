import { unitLength } from '../../domain/vector'
import type { Embedder } from '../../ports/embedder'
import type { WeighedPart } from './weighed-text'

/** The vector of a text: of its parts' vectors, each by what it counts, brought to unit length. Zeros where all are zeros. */
export function joinVectors(
  parts: readonly WeighedPart[],
  vectorOf: (text: string) => Float32Array,
): Float32Array {
  const [first, ...others] = parts
  if (!first) throw new Error('A text has parts.')
  const vector = vectorOf(first.text)
  if (others.length === 0) return vector
  return unitLength(Float32Array.from(weighedSum(parts, vectorOf)))
}

/** The vectors of parts, each by what it counts, added up. */
export function weighedSum(
  parts: readonly WeighedPart[],
  vectorOf: (text: string) => Float32Array,
): Float64Array {
  const sum = new Float64Array(parts[0] ? vectorOf(parts[0].text).length : 0)
  for (const { text, weight } of parts) {
    const part = vectorOf(text)
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + weight * (part[at] as number)
    }
  }
  return sum
}

/** The vectors of texts in parts, kept nowhere; each different part is embedded once. */
export async function embedParts(
  embedder: Pick<Embedder, 'embedDocuments'>,
  texts: readonly (readonly WeighedPart[])[],
  signal = new AbortController().signal,
): Promise<Float32Array[]> {
  const parts = [...new Set(texts.flat().map(({ text }) => text))]
  const vectors = await embedder.embedDocuments(parts, signal)
  const byText = new Map(parts.map((text, at) => [text, vectors[at] as Float32Array]))
  return texts.map((each) => joinVectors(each, (text) => byText.get(text) as Float32Array))
}
