import { unitLength } from '../../domain/vector'
import type { Embedder } from '../../ports/embedder'
import { ngramsOf } from './ngrams'

/** Enough that hashed n-grams of a few thousand documents seldom meet, small enough to search in about a millisecond. */
const DIMENSIONS = 512
/** Part of the fingerprint: to be counted up whenever the same text would get another vector. */
const VERSION = 1

/**
 * An embedder that needs no model: word and character n-grams, each hashed to a signed place (Weinberger et al. 2009).
 * Documents' vectors depend on their text alone, so that an edit re-embeds one document; how rare an n-gram is in the
 * catalog weighs in on the query's side, squared, which orders documents as idf on both sides would.
 */
export function hashedNgramEmbedder(idf: (ngram: number) => number = () => 1): Embedder {
  const embedWith =
    (weigh: (ngram: number) => number) => async (texts: string[], signal: AbortSignal) => {
      signal.throwIfAborted()
      return texts.map((text) => vectorOf(ngramsOf(text), weigh))
    }
  return {
    name: 'builtin',
    fingerprint: `builtin-hashed-ngrams-${VERSION}-${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    embedDocuments: embedWith(() => 1),
    embedQueries: embedWith((ngram) => idf(ngram) ** 2),
    withCorpus: (documents) => hashedNgramEmbedder(inverseFrequencies(documents)),
  }
}

/** A text without any n-gram gets the zero vector: it is like nothing, and found by nothing. */
function vectorOf(ngrams: Map<number, number>, weigh: (ngram: number) => number): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const [ngram, count] of ngrams) {
    const place = (ngram >>> 1) % DIMENSIONS
    const value = (1 + Math.log(count)) * weigh(ngram)
    vector[place] = (vector[place] as number) + (ngram & 1 ? value : -value)
  }
  return unitLength(vector)
}

function inverseFrequencies(documents: string[]): (ngram: number) => number {
  const frequencies = new Map<number, number>()
  for (const document of documents) {
    for (const ngram of ngramsOf(document).keys()) {
      frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1)
    }
  }
  return (ngram) => Math.log(1 + documents.length / (1 + (frequencies.get(ngram) ?? 0)))
}
