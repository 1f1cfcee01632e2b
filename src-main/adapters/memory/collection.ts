import type { Postings } from './postings'

/** The documents a search runs over, with the statistics of exactly these. */
export interface Collection {
  /** Document numbers, rising. */
  documents: Uint32Array
  /** `1` for each document that belongs; absent where all do. */
  member?: Uint8Array
  /** Documents that hold any term at all: Lucene's N and the base of its average, so that empty ones shift no score. */
  withTerms: number
  averageLength: number
  /** How many of the documents hold each term. */
  documentFrequencies: Uint32Array
}

/** All documents of the postings, or those that `documents` (rising) names. */
export function collect(postings: Postings, documents?: Uint32Array): Collection {
  const { offsets, lengths } = postings
  const all = documents ?? Uint32Array.from(lengths.keys())
  const member = documents && new Uint8Array(lengths.length)
  let total = 0
  let withTerms = 0
  for (const document of all) {
    if (member) member[document] = 1
    const length = lengths[document] as number
    total += length
    if (length > 0) withTerms++
  }
  const documentFrequencies = new Uint32Array(offsets.length - 1)
  for (let term = 0; term < documentFrequencies.length; term++) {
    documentFrequencies[term] = countMembers(postings, term, member)
  }
  return {
    documents: all,
    member,
    withTerms,
    averageLength: withTerms > 0 ? total / withTerms : 0,
    documentFrequencies,
  }
}

function countMembers(postings: Postings, term: number, member?: Uint8Array): number {
  const start = postings.offsets[term] as number
  const end = postings.offsets[term + 1] as number
  if (!member) return end - start
  let count = 0
  for (let entry = start; entry < end; entry++) {
    count += member[postings.documents[entry] as number] as number
  }
  return count
}
