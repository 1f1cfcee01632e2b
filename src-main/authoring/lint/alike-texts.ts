import type { Pause } from './rule'

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

/** Pairs compared at most: some seconds of a catalog in which everything says the same with one word changed. */
const MOST_COMPARED = 20_000_000
/** Pairs that are alike and kept: some 50 MB. */
const MOST_KEPT = 500_000

/** Which texts are a pair. */
interface AlikeEnough {
  /** How much of their words they have in common at least, 0 … 1. */
  least: number
  /** What else must be true of them, by their places; left out: nothing. */
  isPair?: (one: number, other: number) => boolean
}

/**
 * All pairs of texts that have at least `least` of their words in common, by the weight of the words: the rarer a word among the
 * texts, the more it weighs (idf), and what is shared is divided by what either has (weighted Jaccard). Exact: of each text only
 * so many of its rarest words are indexed that without any of them two texts cannot be alike enough (prefix filter; Bayardo, Ma
 * and Srikant, 2007).
 * @param texts the words of each; one without any is like nothing
 */
export async function alikeTexts(
  texts: readonly (readonly string[])[],
  enough: AlikeEnough,
  pause: Pause,
): Promise<AlikeTexts> {
  return alikeAmong(await weighTexts(texts, pause), enough, pause)
}

/** The same for texts that are weighed already. */
export async function alikeAmong(
  weighed: WeighedTexts,
  { least, isPair = () => true }: AlikeEnough,
  pause: Pause,
): Promise<AlikeTexts> {
  const byTerm = weighed.idf.map((): number[] => [])
  const pairs: AlikePair[] = []
  const count = weighed.terms.length
  const seen = new Int32Array(count).fill(-1)
  let compared = 0
  for (let at = 0; at < count; at++) {
    const prefix = prefixOf(weighed, at, least)
    for (const term of prefix) {
      for (const other of byTerm[term] as number[]) {
        if (seen[other] === at) continue
        seen[other] = at
        compared++
        const shared = sharedWords(weighed, at, other)
        if (shared >= least - ROUNDING && isPair(other, at)) {
          pairs.push({ one: other, other: at, shared })
        }
      }
      if (compared > MOST_COMPARED || pairs.length > MOST_KEPT) return { pairs, isCut: true }
      await pause()
    }
    for (const term of prefix) (byTerm[term] as number[]).push(at)
  }
  return { pairs, isCut: false }
}

/** What sums of weights may differ by their order. */
const ROUNDING = 1e-9

/** Texts as their words with weights. */
export interface WeighedTexts {
  /** Of each term; the rarest terms have the smallest numbers. */
  idf: readonly number[]
  /** The terms of each text, the rarest first. */
  terms: readonly Int32Array[]
  /** The weight of each text. */
  sums: Float64Array
}

export async function weighTexts(
  texts: readonly (readonly string[])[],
  pause: Pause,
): Promise<WeighedTexts> {
  const frequency = new Map<string, number>()
  const sets: Set<string>[] = []
  for (const text of texts) {
    const words = new Set(text)
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
    sets.push(words)
    await pause()
  }
  const order = [...frequency].sort(([a, df], [b, df_]) => df - df_ || (a < b ? -1 : 1))
  const number = new Map(order.map(([word], at) => [word, at]))
  const idf = order.map(([, df]) => Math.log(1 + texts.length / df))
  const sums = new Float64Array(texts.length)
  const terms: Int32Array[] = []
  for (const [at, words] of sets.entries()) {
    const own = Int32Array.from(words, (word) => number.get(word) as number).sort()
    terms.push(own)
    for (const term of own) sums[at] = (sums[at] as number) + (idf[term] as number)
    await pause()
  }
  return { idf, terms, sums }
}

/** The rarest terms of a text, of which another one must have at least one to be alike enough. */
function prefixOf({ idf, terms, sums }: WeighedTexts, at: number, least: number): Int32Array {
  const own = terms[at] as Int32Array
  const needed = least * (sums[at] as number) - ROUNDING
  let rest = sums[at] as number
  let length = 0
  while (length < own.length && rest >= needed) {
    rest -= idf[own[length] as number] as number
    length++
  }
  return own.subarray(0, length)
}

/** How much two texts have of their words in common, by the weight of the words, 0 … 1. */
export function sharedWords(
  { idf, terms, sums }: WeighedTexts,
  one: number,
  other: number,
): number {
  const [a, b] = [terms[one] as Int32Array, terms[other] as Int32Array]
  let [shared, i, j] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] as number, b[j] as number]
    if (x === y) shared += idf[x] as number
    if (x <= y) i++
    if (y <= x) j++
  }
  const all = (sums[one] as number) + (sums[other] as number) - shared
  return all > 0 ? shared / all : 0
}
