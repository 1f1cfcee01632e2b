import { mostSearchesHeld } from './searches-in-memory'
import {
  frequenciesOf,
  frequencyIn,
  knownTerm,
  lengthOf,
  type Postings,
  type TermsOfText,
} from './postings'

/** The documents a search runs over, with the statistics of exactly these. */
export interface Collection {
  /** Document numbers, rising. */
  documents: Uint32Array
  /** `1` for each document that belongs; absent where all do. */
  member?: Uint8Array
  /**
   * Documents that hold any term at all: Lucene's N and the base of its average, so that empty ones
   * shift no score.
   */
  withTerms: number
  averageLength: number
  /**
   * How many of the documents hold a term; counted when it is first wanted, as a query has few of
   * all terms.
   */
  documentFrequency(term: number): number
}

/** All documents of the postings, or those that `documents` (rising) names. */
export function collect(postings: Postings, documents?: Uint32Array): Collection {
  const { lengths } = postings
  const all = documents ?? places(lengths.length)
  const member = documents && new Uint8Array(lengths.length)
  let total = 0
  let withTerms = 0
  for (let at = 0; at < all.length; at++) {
    const document = all[at] as number
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

function places(count: number): Uint32Array {
  const all = new Uint32Array(count)
  for (let place = 0; place < count; place++) all[place] = place
  return all
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

export interface Bm25Parameters {
  k1: number
  b: number
}

interface QueryTerm {
  text: string
  number: number
  /** idf × (k1 + 1) × how often the query names the term. */
  weight: number
}

export interface Bm25Scorer {
  /**
   * The documents that hold some query term, in no particular order, with `scores[document]` set.
   * Both arrays are reused: they hold for some further calls.
   */
  match(
    terms: readonly string[],
    collection: Collection,
    parameters: Bm25Parameters,
  ): { documents: Uint32Array<ArrayBuffer>; scores: Float64Array }
  /** What each term of the query of the last {@link match} added to a document's score. */
  explain(document: number): Record<string, number>
  /**
   * What each of them would have added to the score of a document of these terms, were it in the
   * place of one.
   */
  explainOther(text: TermsOfText): Record<string, number>
}

/**
 * BM25 as in Lucene up to version 7 and in LanceDB: with the constant factor k1 + 1, which changes
 * no order. Robertson and Zaragoza 2009, with Lucene's idf that is never negative.
 */
export function bm25Scorer(postings: Postings): Bm25Scorer {
  const count = postings.lengths.length
  const saturations = saturationCache(postings)
  /** The latest first. */
  let held: Matching[] = []
  let query: QueryTerm[] = []
  let saturation = new Float64Array(0)
  let last: Matching | undefined

  return {
    match(terms, collection, parameters) {
      saturation = saturations(collection, parameters)
      // What was searched is rated next.
      last = held.find((each) => isSame(each, { terms, collection, parameters }))
      if (last) {
        query = last.query
        return last.matched
      }
      const oldest = held.length === mostSearchesHeld(count) ? held.pop() : undefined
      const scores = oldest?.matched.scores.fill(0) ?? new Float64Array(count)
      const matched = oldest
        ? new Uint32Array(oldest.matched.documents.buffer)
        : new Uint32Array(count)
      query = weighTerms(terms, { postings, collection, k1: parameters.k1 })
      const found = score(query, { postings, collection, saturation, scores, matched })
      last = {
        terms: [...terms],
        collection,
        parameters,
        query,
        matched: { documents: matched.subarray(0, found), scores },
      }
      held = [last, ...held]
      return last.matched
    },
    explain(document) {
      const parts: [string, number][] = []
      const held = saturation[document] as number
      for (const { text, number, weight } of query) {
        const frequency = frequencyIn(postings, number, document)
        const part = weight * (frequency / (frequency + held || 1))
        if (part > 0) parts.push([text, part])
      }
      return Object.fromEntries(parts)
    },
    explainOther(text) {
      if (!last) return {}
      const { collection, parameters } = last
      const frequencies = frequenciesOf(text)
      const held = saturationOf(Math.fround(lengthOf(text)), collection, parameters)
      const parts = query.map(({ text: term, weight }): [string, number] => {
        const frequency = frequencies.get(term) ?? 0
        return [term, weight * (frequency / (frequency + held || 1))]
      })
      return Object.fromEntries(parts.filter(([, part]) => part > 0))
    },
  }
}

interface Scoring {
  postings: Postings
  collection: Collection
  saturation: Float64Array
  /** All 0 before. */
  scores: Float64Array
  matched: Uint32Array
}

/**
 * Sets the scores of all documents that hold a term, lists them in `matched`, and gives how many
 * they are.
 */
function score(query: readonly QueryTerm[], to: Scoring): number {
  const { offsets, documents, frequencies } = to.postings
  const { member } = to.collection
  let found = 0
  for (const { number, weight } of query) {
    const end = offsets[number + 1] as number
    for (let entry = offsets[number] as number; entry < end; entry++) {
      const document = documents[entry] as number
      if (member && member[document] === 0) continue
      const frequency = frequencies[entry] as number
      const before = to.scores[document] as number
      if (before === 0) to.matched[found++] = document
      to.scores[document] =
        before + weight * (frequency / (frequency + (to.saturation[document] as number)))
    }
  }
  return found
}

/** What was matched. */
interface Matching {
  query: QueryTerm[]
  terms: readonly string[]
  collection: Collection
  parameters: Bm25Parameters
  matched: ReturnType<Bm25Scorer['match']>
}

const isSame = (last: Matching, next: Omit<Matching, 'matched' | 'query'>): boolean =>
  last.collection === next.collection &&
  last.parameters.k1 === next.parameters.k1 &&
  last.parameters.b === next.parameters.b &&
  last.terms.length === next.terms.length &&
  last.terms.every((term, at) => term === next.terms[at])

function weighTerms(
  terms: readonly string[],
  { postings, collection, k1 }: { postings: Postings; collection: Collection; k1: number },
): QueryTerm[] {
  const repetitions = new Map<string, number>()
  for (const term of terms) repetitions.set(term, (repetitions.get(term) ?? 0) + 1)
  const weighed: QueryTerm[] = []
  for (const [text, times] of repetitions) {
    const number = knownTerm(postings, text)
    const frequency = number === undefined ? 0 : collection.documentFrequency(number)
    if (number === undefined || !frequency) continue
    const weight = weightOf({ texts: frequency, withTerms: collection.withTerms, k1 }) * times
    weighed.push({ text, number, weight })
  }
  return weighed
}

interface Weighed {
  /** Texts that hold the term, and those that hold any. */
  texts: number
  withTerms: number
  k1: number
}

/** What a term counts: idf × (k1 + 1). */
export const weightOf = ({ texts, withTerms, k1 }: Weighed): number =>
  Math.log(1 + (withTerms - texts + 0.5) / (texts + 0.5)) * (k1 + 1)

/** k1 × (1 − b + b × length / average length). */
export const saturationOf = (
  length: number,
  { averageLength }: Pick<Collection, 'averageLength'>,
  { k1, b }: Bm25Parameters,
): number => k1 * (1 - b + (b * length) / averageLength)

/** {@link saturationOf} every document; kept while the same search is repeated. */
function saturationCache(postings: Postings) {
  const values = new Float64Array(postings.lengths.length)
  let last: { collection: Collection; k1: number; b: number } | undefined
  return (collection: Collection, { k1, b }: Bm25Parameters): Float64Array<ArrayBuffer> => {
    if (last?.collection !== collection || last.k1 !== k1 || last.b !== b) {
      const { documents } = collection
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at] as number
        values[document] = saturationOf(postings.lengths[document] as number, collection, { k1, b })
      }
      last = { collection, k1, b }
    }
    return values
  }
}
