import type { PlacedTool, ScorePart, Witness } from '../../../src-main/domain/query'
import { scorePartsOf } from '../../../src-main/domain/score-parts'

/** A tool with what stands behind its place. */
export type Scored = Pick<PlacedTool, 'score' | 'witnesses'>

export interface ScoreShares {
  /** The parts that add up to the score. */
  addends: ScorePart[]
  /** Other scores that are known, such as those that a fusion by ranks did not add. */
  others: ScorePart[]
}

// Sums of floating-point addends differ in the last digits.
const isSum = (parts: readonly ScorePart[], score: number): boolean =>
  parts.length > 0 &&
  Math.abs(parts.reduce((sum, part) => sum + part.score, 0) - score) <=
    1e-6 * Math.max(1e-3, Math.abs(score))

/** Tells a score's addends, such as RRF's shares, from other scores. Of several sums the latest stage's holds. */
export function scoreShares({ score, witnesses }: Scored): ScoreShares {
  const parts = scorePartsOf(witnesses)
  if (score === undefined) return { addends: [], others: parts }
  const methods = new Set(parts.map(methodOf).reverse())
  for (const method of methods) {
    const addends = parts.filter((part) => methodOf(part) === method)
    if (isSum(addends, score)) {
      return { addends, others: parts.filter((part) => !addends.includes(part)) }
    }
  }
  return isSum(parts, score) ? { addends: parts, others: [] } : { addends: [], others: parts }
}

/** `rrf` of `rrf bm25`. */
const methodOf = ({ source }: ScorePart): string => source.split(' ')[0] ?? source

/** The sources of all parts in the order they first appear: a source keeps its colour in every bar. */
export const sourcesOf = (tools: readonly Scored[]): string[] => [
  ...new Set(tools.flatMap((tool) => scoreShares(tool).addends.map(({ source }) => source))),
]

/** Each matched term with the most any part gave it, the weightiest first. */
export function termWeights(witnesses: readonly Witness[]): { term: string; weight: number }[] {
  const weights = new Map<string, number>()
  for (const { terms } of scorePartsOf(witnesses))
    for (const [term, weight] of Object.entries(terms ?? {}))
      weights.set(term, Math.max(weight, weights.get(term) ?? -Infinity))
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
}

/** What brought a tool here other than scores, in words: a dependency, a past bundle. */
export function reasonsOf(witnesses: readonly Witness[]): string[] {
  return witnesses.flatMap((witness) => {
    if (witness.kind === 'edge') {
      const { from, parameter, reason } = witness
      const what = parameter === undefined ? from : `${from}, for its parameter ${parameter}`
      return reason === undefined ? `needed by ${what}` : `needed by ${what}: ${reason}`
    }
    if (witness.kind === 'bundle') {
      const { bundle, covers } = witness
      return covers === undefined
        ? `from past bundle ${bundle}`
        : `from past bundle ${bundle}, for “${covers}”`
    }
    return []
  })
}
