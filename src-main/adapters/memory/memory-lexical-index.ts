import type { Hit, Pooling } from '../../ports/hit'
import type {
  BuildLexicalIndex,
  LexicalDocument,
  LexicalIndex,
  LexicalScoring,
  UnpackLexicalIndex,
} from '../../ports/lexical-index'
import { bm25Scorer, collect, type Bm25Scorer, type Collection } from './bm25'
import {
  numberOf,
  numbersAmong,
  poolScores,
  sortByKey,
  textsOf,
  textsOfAll,
  type KeyedTexts,
  type ScoredKeys,
} from './keyed-texts'
import { buildPostings, isMadeOf, termCount, type Postings } from './postings'
import { oneByOne, spreadOf } from './rating'
import { withTexts } from './replaced-text'
import { topDocuments } from './top-documents'

/**
 * An exact index in memory. The statistics of a subset are kept as long as its `among` set lives.
 */
export const buildMemoryLexicalIndex: BuildLexicalIndex = <Key extends string>(
  documents: readonly LexicalDocument<Key>[],
  pooling: Pooling = 'best',
): LexicalIndex<Key> => {
  const { texts, keyed } = sortByKey<Key, LexicalDocument<Key>>(documents)
  return indexOver({ keyed, pooling, postings: buildPostings(texts) })
}

/** An index like the one that was packed, without a look at any text. */
export const unpackMemoryLexicalIndex: UnpackLexicalIndex = <Key extends string>(
  bytes: Uint8Array,
) => {
  const parts = unpackIndex<Key>(bytes)
  return parts && indexOver(parts)
}

function indexOver<Key extends string>(parts: LexicalIndexParts<Key>): LexicalIndex<Key> {
  const { keyed, postings, pooling } = parts
  const searchedIn = searchedTexts(keyed, postings)
  const scorer = bm25Scorer(postings)
  const pool = poolScores(keyed, pooling)
  const explained = explainKeys(keyed, scorer, pooling)
  /** The keys that match, and the hit that each of them would be. */
  const match = (
    terms: readonly string[],
    { collection }: Searched,
    scoring: LexicalScoring<Key>,
  ) => {
    const { k1, b, explain = 0 } = scoring
    const matched = scorer.match(terms, collection, { k1, b })
    const others = otherTexts(scoring, keyed, scorer)
    const { keys, scores } = replaced(pool(matched.documents, matched.scores), others)
    const hitOf = (key: number, at: number): Hit<Key> => ({
      key: keyed.keys[key] as Key,
      score: scores[key] as number,
      ...(at < explain && { terms: others.get(key) ?? explained(key, matched.scores) }),
    })
    return { keys, scores, hitOf }
  }
  return {
    size: keyed.keys.length,
    async search(queries, { depth, ...scoring }) {
      scoring.signal?.throwIfAborted()
      const searched = searchedIn(scoring.among)
      return oneByOne(queries, scoring.signal, (terms) => {
        const { keys, scores, hitOf } = match(terms, searched, scoring)
        return topDocuments(keys, scores, depth).map(hitOf)
      })
    },
    async rate(queries, wanted, scoring) {
      scoring.signal?.throwIfAborted()
      const searched = searchedIn(scoring.among)
      const isWanted = new Uint8Array(keyed.keys.length)
      for (const key of wanted) {
        const number = numberOf(keyed, key)
        if (number !== undefined) isWanted[number] = 1
      }
      return oneByOne(queries, scoring.signal, (terms) => {
        const { keys, scores, hitOf } = match(terms, searched, scoring)
        return {
          hits: topDocuments(thoseOf(keys, isWanted), scores, Infinity).map(hitOf),
          spread: spreadOf({ keys, scores }, searched.keys),
        }
      })
    },
    textsWithTerms: (among) => Promise.resolve(searchedIn(among).collection.withTerms),
    holds({ key, ...text }) {
      const number = numberOf(keyed, key)
      const own = number === undefined ? [] : textsOf(keyed, number)
      return own.some((number) => isMadeOf(postings, number, text))
    },
    withTexts: (replaced) => indexOver({ pooling, ...withTexts(parts, replaced) }),
    pack: () => packIndex(parts),
  }
}

/** Those of some keys that are wanted. */
function thoseOf(keys: Uint32Array, isWanted: Uint8Array): Uint32Array {
  const those = new Uint32Array(keys.length)
  let count = 0
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    if (isWanted[key] === 1) those[count++] = key
  }
  return those.subarray(0, count)
}

/**
 * What each term of the last match adds to the keys for which other texts stand this time, by the
 * number of the key.
 */
function otherTexts<Key extends string>(
  { instead = [], among }: LexicalScoring<Key>,
  keyed: KeyedTexts<Key>,
  scorer: Bm25Scorer,
): ReadonlyMap<number, Record<string, number>> {
  const parts = new Map<number, Record<string, number>>()
  for (const { key, ...text } of instead) {
    const number = numberOf(keyed, key)
    if (number === undefined || among?.has(key) === false) continue
    parts.set(number, scorer.explainOther(text))
  }
  return parts
}

/**
 * The scores with those of some keys made of `others`; what was matched is left as it is, for the
 * next to use.
 */
function replaced(
  scored: ScoredKeys,
  others: ReadonlyMap<number, Record<string, number>>,
): ScoredKeys {
  if (others.size === 0) return scored
  const scores = Float64Array.from(scored.scores)
  const keys = [...scored.keys].filter((key) => !others.has(key))
  for (const [key, parts] of others) {
    scores[key] = Object.values(parts).reduce((sum, part) => sum + part, 0)
    if (scores[key] > 0) keys.push(key)
  }
  return { keys: Uint32Array.from(keys), scores }
}

/** What a search runs over. */
interface Searched {
  collection: Collection
  /** How many keys. */
  keys: number
}

function searchedTexts<Key extends string>(
  keyed: KeyedTexts<Key>,
  postings: Postings,
): (among: ReadonlySet<Key> | undefined) => Searched {
  const everything = { collection: collect(postings), keys: keyed.keys.length }
  const numbersIn = numbersAmong(keyed)
  const subsets = new WeakMap<ReadonlySet<Key>, Searched>()
  return (among) => {
    if (!among) return everything
    const known = subsets.get(among)
    if (known) return known
    const numbers = numbersIn(among)
    const subset =
      numbers.length === keyed.keys.length
        ? everything
        : { collection: collect(postings, textsOfAll(keyed, numbers)), keys: numbers.length }
    subsets.set(among, subset)
    return subset
  }
}

/**
 * What each term of the last match added to a key's score, which was pooled from `scores` of texts.
 */
function explainKeys<Key extends string>(
  { starts }: KeyedTexts<Key>,
  scorer: Bm25Scorer,
  pooling: Pooling,
): (key: number, scores: Float64Array) => Record<string, number> {
  return (key, scores) => {
    const first = starts[key] as number
    const own = scores.subarray(first, starts[key + 1])
    if (own.length === 1) return scorer.explain(first)
    if (pooling === 'best') return scorer.explain(first + placeOfGreatest(own))
    const sums = new Map<string, number>()
    own.forEach((score, at) => {
      if (score === 0) return
      for (const [term, part] of Object.entries(scorer.explain(first + at))) {
        sums.set(term, (sums.get(term) ?? 0) + part / own.length)
      }
    })
    return Object.fromEntries(sums)
  }
}

const placeOfGreatest = (values: Float64Array): number =>
  values.reduce((best, value, at) => (value > (values[best] as number) ? at : best), 0)

/** What an index is made of. */
interface LexicalIndexParts<Key extends string> {
  keyed: KeyedTexts<Key>
  postings: Postings
  pooling: Pooling
}

/** To be counted up whenever the layout changes. */
const VERSION = 2

/** What is no array of numbers. */
interface Head<Key extends string> {
  version: number
  pooling: Pooling
  keys: readonly Key[]
  /** Term `t` is `terms[t]`. */
  terms: string[]
}

/** How many arrays there are: of the keyed texts one, and four of the postings. */
const ARRAYS = 5

/** The parts as bytes: the lengths of the arrays, the arrays, and the rest as JSON. */
function packIndex<Key extends string>(parts: LexicalIndexParts<Key>): Uint8Array {
  const { keyed, postings, pooling } = parts
  const head: Head<Key> = {
    version: VERSION,
    pooling,
    keys: keyed.keys,
    terms: [...postings.termNumbers.keys()].slice(0, termCount(postings)),
  }
  const { offsets, documents, frequencies, lengths } = postings
  const arrays = [keyed.starts, offsets, documents, frequencies, lengths]
  return Buffer.concat(
    [Uint32Array.from(arrays, ({ length }) => length), ...arrays]
      .map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
      .concat(new TextEncoder().encode(JSON.stringify(head))),
  )
}

/** The parts that were packed, their arrays views into `bytes`; nothing for another version's. */
function unpackIndex<Key extends string>(bytes: Uint8Array): LexicalIndexParts<Key> | undefined {
  // An array of numbers must begin where one may.
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const sizes = new Uint32Array(buffer, byteOffset, ARRAYS)
  let at = byteOffset + sizes.byteLength
  const place = (length: number) => {
    const start = at
    at += length * Uint32Array.BYTES_PER_ELEMENT
    return [buffer, start, length] as const
  }
  const [keyStarts = 0, terms = 0, entries = 0, counts = 0, texts = 0] = sizes
  const starts = new Uint32Array(...place(keyStarts))
  const offsets = new Uint32Array(...place(terms))
  const documents = new Uint32Array(...place(entries))
  const frequencies = new Float32Array(...place(counts))
  const lengths = new Float32Array(...place(texts))
  const rest = new Uint8Array(buffer, at, byteOffset + bytes.length - at)
  const head = JSON.parse(new TextDecoder().decode(rest)) as Head<Key>
  if (head.version !== VERSION) return undefined
  const termNumbers = new Map(head.terms.map((term, number) => [term, number]))
  const postings = { termNumbers, offsets, documents, frequencies, lengths }
  return { keyed: { keys: head.keys, starts }, postings, pooling: head.pooling }
}
