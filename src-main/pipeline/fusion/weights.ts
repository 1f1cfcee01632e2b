import type { Ranking } from '../../domain/query'
import type { Settings } from '../stage'

/** What each of two lists counts for, and what the trace tells about it. */
export interface Weighing {
  weights: [number, number]
  settings: Settings
}
export type Weigh = (rankings: Ranking[]) => Weighing

/** The first list gets `first` of 1, whatever the query. */
export const fixedWeight =
  (first: number): Weigh =>
  () =>
    weighing(first)

/** Tools of the list of words that are looked at; 3 to 100 make little difference. */
const LOOKED_AT = 5

/**
 * The first list matches words, and gets m / (m + `half`) of 1: m is how many words of the query its best tools hold
 * together, as far as the list tells; `half` is above 0. A list that knows hardly a word of a query has little to say.
 */
export const byWordsFound =
  (half: number): Weigh =>
  ([lexical]) => {
    const parts = lexical?.tools.slice(0, LOOKED_AT).flatMap((tool) => tool.parts) ?? []
    const words = new Set(parts.flatMap(({ terms = {} }) => Object.keys(terms))).size
    return weighing(words / (words + half), { 'words found': words })
  }

const weighing = (first: number, why: Settings = {}): Weighing => ({
  weights: [first, 1 - first],
  settings: { weights: `${first.toFixed(2)} : ${(1 - first).toFixed(2)}`, ...why },
})
