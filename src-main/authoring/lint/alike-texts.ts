import { sortedInTurns } from '../../domain/value/sorted-in-turns'
import type { Pause } from './rule'
import type { WordNumbers } from './word-numbers'

/** Two texts by their places, and how much of their words they have in common, 0 … 1. */
export interface AlikePair {
  one: number
  other: number
  shared: number
}

interface AlikeTexts {
  pairs: AlikePair[]
  /** Whether the bound on the work was met: then pairs may be missing. */
  isCut: boolean
}

/**
 * Pairs compared at most: some seconds of a catalog in which everything says the same with one word
 * changed.
 */
const MOST_COMPARED = 20_000_000
/** Pairs that are alike and kept: some 50 MB. */
const MOST_KEPT = 500_000
/** Pairs compared before others have their turn: a millisecond. */
const COMPARED_AT_ONCE = 4_096

/** Which texts are a pair. */
interface AlikeEnough {
  /** How much of their words they have in common at least, 0 … 1. */
  least: number
  /** What else must be true of them, by their places; left out: nothing. */
  isPair?: (one: number, other: number) => boolean
  /** Told now and then how many of the texts have been compared. */
  onCompared?: (done: number, total: number) => void
}

/** Texts as numbers of their words, each word once. */
export interface NumberedTexts {
  texts: readonly Int32Array[]
  words: WordNumbers
}

/**
 * All pairs of texts that have at least `least` of their words in common, by the weight of the
 * words: the rarer a word among the texts, the more it weighs (idf), and what is shared is divided
 * by what either has (weighted Jaccard). Exact: of each text only so many of its rarest words are
 * indexed that without any of them two texts cannot be alike enough (prefix filter; Bayardo, Ma and
 * Srikant, 2007).
 * @param weighed a text without words is like nothing
 */
export async function alikeAmong(
  weighed: WeighedTexts,
  { least, isPair = () => true, onCompared }: AlikeEnough,
  pause: Pause,
): Promise<AlikeTexts> {
  const byTerm = postings(weighed, least)
  const pairs: AlikePair[] = []
  const count = weighed.sums.length
  const seen = new Int32Array(count).fill(-1)
  let compared = 0
  let paused = 0
  const takeTurns = async (done: number): Promise<void> => {
    if (await pause()) onCompared?.(done, count)
  }
  for (let at = 0; at < count; at++) {
    const prefix = prefixOf(weighed, at, least)
    for (const term of prefix) {
      const end = byTerm.ends[term] as number
      for (let place = byTerm.starts[term] as number; place < end; place++) {
        const other = byTerm.texts[place] as number
        if (seen[other] === at) continue
        seen[other] = at
        compared++
        if (!mayShare(weighed, { one: at, other, least })) continue
        const shared = sharedWords(weighed, at, other)
        if (shared >= least - ROUNDING && isPair(other, at)) {
          pairs.push({ one: other, other: at, shared })
        }
      }
      if (compared > MOST_COMPARED || pairs.length > MOST_KEPT) return { pairs, isCut: true }
      if (compared - paused < COMPARED_AT_ONCE) continue
      paused = compared
      await takeTurns(at)
    }
    file(byTerm, prefix, at)
    await takeTurns(at + 1)
  }
  return { pairs, isCut: false }
}

/** What sums of weights may differ by their order. */
const ROUNDING = 1e-9

/**
 * Room for the texts that have a term in their prefix: those from `starts` to `ends` are filled in.
 */
function postings(weighed: WeighedTexts, least: number) {
  const starts = new Uint32Array(weighed.idf.length + 1)
  for (let at = 0; at < weighed.sums.length; at++) {
    for (const term of prefixOf(weighed, at, least)) starts[term + 1] = (starts[term + 1] ?? 0) + 1
  }
  for (let term = 0; term < weighed.idf.length; term++) {
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  }
  return { starts, ends: starts.slice(), texts: new Int32Array(starts.at(-1) ?? 0) }
}

/** Puts a text under each of its terms. */
function file({ texts, ends }: ReturnType<typeof postings>, terms: Int32Array, at: number): void {
  for (const term of terms) {
    const end = ends[term] as number
    texts[end] = at
    ends[term] = end + 1
  }
}

/** Texts as their words with weights. */
export interface WeighedTexts {
  /** Of each term; the rarest terms have the smallest numbers. */
  idf: Float64Array
  /**
   * The terms of all texts, the rarest of each first; those of a text stand from its start to the
   * next one's.
   */
  terms: Int32Array
  starts: Uint32Array
  /** The weight of each text. */
  sums: Float64Array
}

/** The texts with what each of their words weighs among them. */
export async function weighTexts(
  { texts, words }: NumberedTexts,
  pause: Pause,
): Promise<WeighedTexts> {
  const frequency = new Int32Array(words.size)
  const starts = new Uint32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) {
    for (const word of text) frequency[word] = (frequency[word] as number) + 1
    starts[at + 1] = (starts[at] as number) + text.length
    await pause()
  }
  const order = await byRarity(frequency, words, pause)
  const termOf = new Int32Array(frequency.length)
  const idf = new Float64Array(order.length)
  for (const [term, word] of order.entries()) {
    termOf[word] = term
    idf[term] = Math.log(1 + texts.length / (frequency[word] as number))
  }
  await pause()
  const sums = new Float64Array(texts.length)
  const terms = new Int32Array(starts[texts.length] as number)
  for (const [at, text] of texts.entries()) {
    const own = terms.subarray(starts[at], starts[at + 1])
    for (const [place, word] of text.entries()) own[place] = termOf[word] as number
    own.sort()
    let sum = 0
    for (const term of own) sum += idf[term] as number
    sums[at] = sum
    await pause()
  }
  return { idf, terms, starts, sums }
}

/** The words that any text has, the rarest first. */
async function byRarity(
  frequency: Int32Array,
  { wordOf }: WordNumbers,
  pause: Pause,
): Promise<number[]> {
  const order = [...frequency.keys()].filter((word) => (frequency[word] as number) > 0)
  await pause()
  const compare = (a: number, b: number) =>
    (frequency[a] as number) - (frequency[b] as number) || (wordOf(a) < wordOf(b) ? -1 : 1)
  return sortedInTurns(order, compare, pause)
}

/** The rarest terms of a text, of which another one must have at least one to be alike enough. */
function prefixOf({ idf, terms, starts, sums }: WeighedTexts, at: number, least: number) {
  const start = starts[at] as number
  const end = starts[at + 1] as number
  const needed = least * (sums[at] as number) - ROUNDING
  let rest = sums[at] as number
  let place = start
  while (place < end && rest >= needed) {
    rest -= idf[terms[place] as number] as number
    place++
  }
  return terms.subarray(start, place)
}

/** More than what sums of weights may differ by their order. */
const MARGIN = 1e-6

/**
 * Whether two texts may be alike enough, told by the words of the one that the other lacks, the
 * rarest first: of most pairs the first few say that they are not.
 */
function mayShare(
  { idf, terms, starts, sums }: WeighedTexts,
  { one, other, least }: { one: number; other: number; least: number },
): boolean {
  const sum = sums[one] as number
  const otherSum = sums[other] as number
  const needed = (least / (1 + least)) * (sum + otherSum) - MARGIN
  if (Math.min(sum, otherSum) < needed) return false
  let left = sum
  let otherLeft = otherSum
  let i = starts[one] as number
  let j = starts[other] as number
  const ends = starts[one + 1] as number
  const otherEnds = starts[other + 1] as number
  while (i < ends && j < otherEnds) {
    const x = terms[i] as number
    const y = terms[j] as number
    if (x < y) left -= idf[x] as number
    else if (y < x) otherLeft -= idf[y] as number
    if (left < needed || otherLeft < needed) return false
    if (x <= y) i++
    if (y <= x) j++
  }
  return true
}

/** How much two texts have of their words in common, by the weight of the words, 0 … 1. */
export function sharedWords(
  { idf, terms, starts, sums }: WeighedTexts,
  one: number,
  other: number,
): number {
  let shared = 0
  let i = starts[one] as number
  let j = starts[other] as number
  const ends = starts[one + 1] as number
  const otherEnds = starts[other + 1] as number
  while (i < ends && j < otherEnds) {
    const x = terms[i] as number
    const y = terms[j] as number
    if (x === y) shared += idf[x] as number
    if (x <= y) i++
    if (y <= x) j++
  }
  const all = (sums[one] as number) + (sums[other] as number) - shared
  return all > 0 ? shared / all : 0
}
