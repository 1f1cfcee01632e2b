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
  /** How many of the documents hold a term; counted when it is first wanted, as a query has few of all terms. */
  documentFrequency(term: number): number
}

/** All documents of the postings, or those that `documents` (rising) names. */
export function collect(postings: Postings, documents?: Uint32Array): Collection {
  const { lengths } = postings
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
  return {
    documents: all,
    member,
    withTerms,
    averageLength: withTerms > 0 ? total / withTerms : 0,
    documentFrequency: member ? countingOnce(postings, member) : (term) => holding(postings, term),
  }
}

const holding = ({ offsets }: Postings, term: number): number =>
  (offsets[term + 1] as number) - (offsets[term] as number)

function countingOnce(postings: Postings, member: Uint8Array): (term: number) => number {
  const known = new Map<number, number>()
  return (term) => {
    const count = known.get(term) ?? countMembers(postings, term, member)
    known.set(term, count)
    return count
  }
}

function countMembers(postings: Postings, term: number, member: Uint8Array): number {
  const start = postings.offsets[term] as number
  const end = postings.offsets[term + 1] as number
  let count = 0
  for (let entry = start; entry < end; entry++) {
    count += member[postings.documents[entry] as number] as number
  }
  return count
}
