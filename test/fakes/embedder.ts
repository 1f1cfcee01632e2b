import { unitLength } from '../../src-main/domain/model/vector'
import type { Embedder } from '../../src-main/ports/embedder'

export interface FakeEmbedder extends Embedder {
  /** Texts embedded as documents, one list a call. */
  readonly embedded: string[][]
}

/**
 * An embedder that understands concepts: each is a list of words that mean the same and has a
 * dimension of its own, which counts them. A text without any of the words gets the zero vector.
 */
export function conceptEmbedder(concepts: string[][], fingerprint = 'concepts'): FakeEmbedder {
  const embedded: string[][] = []
  const vectorOf = (text: string) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    const counts = concepts.map((same) => words.filter((word) => same.includes(word)).length)
    return unitLength(Float32Array.from(counts))
  }
  return {
    name: 'concepts',
    fingerprint,
    dimensions: concepts.length,
    reads: 'words',
    cosineWeight: 4.5,
    embedded,
    async embedDocuments(texts, signal) {
      signal.throwIfAborted()
      embedded.push(texts)
      return texts.map(vectorOf)
    },
    async embedQueries(texts, signal) {
      signal.throwIfAborted()
      return texts.map(vectorOf)
    },
  }
}
