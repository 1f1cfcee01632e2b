import type { RankedTool, ScorePart } from '../../../src-main/domain/query'

export interface ScoreShares {
  /** The parts that add up to the score. */
  addends: ScorePart[]
  /** What else is known, such as the scores that a fusion by ranks did not add. */
  witnesses: ScorePart[]
}

// Sums of floating-point addends differ in the last digits.
const isSum = (parts: ScorePart[], score: number): boolean =>
  parts.length > 0 &&
  Math.abs(parts.reduce((sum, part) => sum + part.score, 0) - score) <=
    1e-6 * Math.max(1e-3, Math.abs(score))

/** Tells a score's addends, such as RRF's shares, from its witnesses. Of several sums the latest stage's holds. */
export function scoreShares({ score, parts }: Pick<RankedTool, 'score' | 'parts'>): ScoreShares {
  const methods = new Set(parts.map(methodOf).reverse())
  for (const method of methods) {
    const addends = parts.filter((part) => methodOf(part) === method)
    if (isSum(addends, score))
      return { addends, witnesses: parts.filter((part) => !addends.includes(part)) }
  }
  return isSum(parts, score) ? { addends: parts, witnesses: [] } : { addends: [], witnesses: parts }
}

/** `rrf` of `rrf bm25`. */
const methodOf = ({ source }: ScorePart): string => source.split(' ')[0] ?? source

/** The sources of all parts in the order they first appear: a source keeps its colour in every bar. */
export const sourcesOf = (tools: readonly Pick<RankedTool, 'score' | 'parts'>[]): string[] => [
  ...new Set(tools.flatMap((tool) => scoreShares(tool).addends.map(({ source }) => source))),
]

/** Each matched term with the most any part gave it, the weightiest first. */
export function termWeights(parts: readonly ScorePart[]): { term: string; weight: number }[] {
  const weights = new Map<string, number>()
  for (const { terms } of parts)
    for (const [term, weight] of Object.entries(terms ?? {}))
      weights.set(term, Math.max(weight, weights.get(term) ?? -Infinity))
  return [...weights]
    .map(([term, weight]) => ({ term, weight }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
}
