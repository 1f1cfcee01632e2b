import type { Spread } from '../../../ports/hit'
import { lengthOf, frequenciesOf, type TermsOfText } from '../../memory/postings'
import { saturationOf, weightOf, type Bm25Parameters } from '../../memory/bm25'

/** What is known of the words of all texts, of which a search in place reads only some. */
export interface TermStatistics {
  /** Texts that hold any term, and their mean length. */
  withTerms: number
  averageLength: number
  /** Of the terms that two texts or more hold. */
  terms: ReadonlyMap<string, TermStatistic>
}

/** Of one term. */
export interface TermStatistic {
  /** Texts that hold it. */
  texts: number
  /**
   * What it adds to their scores before it is weighed, {@link saturated}: added up, and the squares
   * of it.
   */
  sum: number
  squares: number
}

/**
 * What recipes search with unless told otherwise; with other parameters the spread is estimated as
 * with these.
 */
const USUAL: Bm25Parameters = { k1: 1.5, b: 0.75 }

const saturated = (frequency: number, held: number): number => frequency / (frequency + held || 1)

/** A text as it is scored. */
export interface CountedText {
  length: number
  frequencies: ReadonlyMap<string, number>
}

export const countedText = (text: TermsOfText): CountedText => ({
  length: Math.fround(lengthOf(text)),
  frequencies: frequenciesOf(text),
})

/**
 * Counts texts that come one after the other. What a term adds goes by the mean length of the texts
 * so far.
 */
export function termCounter() {
  const terms = new Map<string, TermStatistic>()
  let withTerms = 0
  let total = 0
  return {
    add({ length, frequencies }: CountedText): void {
      if (length === 0) return
      withTerms += 1
      total += length
      const held = saturationOf(length, { averageLength: total / withTerms }, USUAL)
      for (const [term, frequency] of frequencies) {
        const part = saturated(frequency, held)
        const known = terms.get(term) ?? { texts: 0, sum: 0, squares: 0 }
        known.texts += 1
        known.sum += part
        known.squares += part * part
        terms.set(term, known)
      }
    },
    /** A term of a single text need not be written down: whoever finds it knows as much. */
    statistics: (): TermStatistics => ({
      withTerms,
      averageLength: withTerms > 0 ? total / withTerms : 0,
      terms: new Map([...terms].filter(([, { texts }]) => texts > 1)),
    }),
  }
}

/** What the terms of a query weigh, in the order in which they first come. */
export function weighQuery(
  terms: readonly string[],
  { withTerms, terms: known }: TermStatistics,
  k1: number,
): Map<string, number> {
  const times = new Map<string, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  return new Map(
    [...times].map(([term, count]) => {
      const texts = known.get(term)?.texts ?? 1
      return [term, weightOf({ texts, withTerms, k1 }) * count] as const
    }),
  )
}

/** What each term of a query adds to the score of a text, as BM25 in memory adds it. */
export function partsOf(
  weights: ReadonlyMap<string, number>,
  { length, frequencies }: CountedText,
  { averageLength, k1, b }: Bm25Parameters & Pick<TermStatistics, 'averageLength'>,
): [term: string, part: number][] {
  const held = saturationOf(length, { averageLength }, { k1, b })
  return [...weights].flatMap(([term, weight]): [string, number][] => {
    const frequency = frequencies.get(term)
    return frequency ? [[term, weight * saturated(frequency, held)]] : []
  })
}

/**
 * What the terms of a text count together beyond each for itself: what tells that they come in the
 * same texts.
 */
export function sharedPart(parts: readonly (readonly [term: string, part: number])[]): number {
  const score = parts.reduce((sum, [, part]) => sum + part, 0)
  return score * score - parts.reduce((sum, [, part]) => sum + part * part, 0)
}

interface AllTexts {
  /** How many there are. */
  texts: number
  /** The {@link sharedPart} of each on average. */
  shared: number
}

/**
 * How the scores of all texts spread: what each term adds to them is known, and how terms come
 * together is told.
 */
export function estimatedSpread(
  weights: ReadonlyMap<string, number>,
  { terms }: TermStatistics,
  { texts, shared }: AllTexts,
): Spread {
  let mean = 0
  let alone = 0
  for (const [term, weight] of weights) {
    const { sum, squares } = terms.get(term) ?? { sum: 0, squares: 0 }
    mean += (weight * sum) / texts
    alone += (weight * weight * squares) / texts
  }
  return { mean, deviation: Math.sqrt(Math.max(0, alone + shared - mean * mean)) }
}
