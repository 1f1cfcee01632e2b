import type { Ranking } from '../../domain/query/query'
import { scorePartsOf } from '../../domain/trace/score'
import type { Settings } from '../../domain/trace/trace'

/** What each list counts for, `weights[i]` for the i-th, and what the trace tells about it. */
interface Weighing {
  weights: readonly number[]
  notes: Settings
}
/** A rule that weighs lists. */
export interface Weigh {
  settings: Settings
  of(rankings: Ranking[]): Weighing
}

/** Of two lists the first gets `first` of 1, whatever the query. */
export const fixedWeight = (first: number): Weigh => ({
  settings: { 'fixed weight': first },
  of: () => weighing(first),
})

/** Tools of the list that are looked at; 3, 5 and 10 make little difference. */
export const POOL_DEPTH = 10

/** Chosen by the worst case over sets and sizes, see `README.md`. */
export const HALF_WEIGHT_WORDS = 12

/**
 * Of two lists the first matches words, and gets m / (m + `half`) of 1, `half` above 0: m is how
 * many different analysed terms of the query its best tools hold together. A list that finds hardly
 * a word of a query has little to say. Pegboard's own rule. Throws where the first {@link
 * POOL_DEPTH} tools do not tell their terms.
 */
export const byWordsFound = (half: number): Weigh => ({
  settings: { 'words for half': half },
  of([lexical]) {
    const best = lexical?.tools.slice(0, POOL_DEPTH) ?? []
    const told: Record<string, number>[] = []
    for (const { witnesses } of best) {
      for (const { terms } of scorePartsOf(witnesses)) if (terms) told.push(terms)
    }
    if (best.length > 0 && told.length === 0) throw new Error('The list does not tell its terms.')
    const words = termsThatAdd(told)
    return weighing(words / (words + half), { 'words found': words })
  },
})

/**
 * One list more, behind those that `weigh` weighs: it gets `share` of 1, whatever the query, and
 * they what is left.
 */
export const withOneMore = (weigh: Weigh, share: number): Weigh => ({
  settings: { ...weigh.settings, 'share of the last': share },
  of(rankings) {
    const { weights, notes } = weigh.of(rankings.slice(0, -1))
    return { weights: [...weights.map((weight) => weight * (1 - share)), share], notes }
  },
})

/** How many different terms add something to any of the scores. */
function termsThatAdd(told: readonly Record<string, number>[]): number {
  const adding = new Set<string>()
  for (const terms of told) for (const term in terms) if (terms[term] !== 0) adding.add(term)
  return adding.size
}

const weighing = (first: number, why: Settings = {}): Weighing => ({
  weights: [first, 1 - first],
  notes: { weights: `${first.toFixed(2)} : ${(1 - first).toFixed(2)}`, ...why },
})

/** @throws Error where there are more lists than weights. */
export function weightOf({ weights }: Weighing, list: number): number {
  const weight = weights[list]
  if (weight === undefined) throw new Error(`There is no weight for list ${list + 1}.`)
  return weight
}
