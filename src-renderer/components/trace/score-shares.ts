import type { PlacedTool, ScorePart, Witness } from '../../../src-main/domain/query/query'
import { scorePartsOf } from '../../../src-main/domain/trace/score'
import { sourceNameOf, type SourceName } from '../../words/source-words'

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

/**
 * Tells a score's addends, such as RRF's shares, from other scores. Of several sums the latest
 * stage's holds.
 */
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

/** What one source gives a tool. */
export interface SourceShare {
  source: SourceName
  /** What it adds to the score; below 0 where it speaks against the tool. */
  score: number
  /** Of all that speaks for the tool, from 0 to 1; 0 for what speaks against it. */
  share: number
  /** The tool's place (from 1) by this source alone, where it is known. */
  rank?: number
}

/** The score by source, in the order of the legend; none where no parts add up to it. */
export function sourceShares(tool: Scored): SourceShare[] {
  const { addends, others } = scoreShares(tool)
  const scores = new Map<SourceName, number>()
  for (const part of addends) {
    const source = sourceNameOf(part)
    scores.set(source, (scores.get(source) ?? 0) + part.score)
  }
  const inFavour = [...scores.values()].reduce((sum, score) => sum + Math.max(0, score), 0)
  const rankOf = (source: SourceName) =>
    [...addends, ...others].find((part) => part.rank && sourceNameOf(part) === source)?.rank
  return [...scores]
    .map(([source, score]) => {
      const rank = rankOf(source)
      const share = inFavour > 0 ? Math.max(0, score) / inFavour : 0
      return { source, score, share, ...(rank !== undefined && { rank }) }
    })
    .sort((a, b) => LEGEND.indexOf(a.source) - LEGEND.indexOf(b.source))
}

/** The sources of the tools' scores, each once, in the order of the legend. */
export function sourcesOf(tools: readonly Scored[]): SourceName[] {
  const found = new Set(tools.flatMap((tool) => sourceShares(tool).map(({ source }) => source)))
  return LEGEND.filter((source) => found.has(source))
}

const LEGEND: readonly SourceName[] = [
  ...(['words', 'meaning', 'coverage', 'history', 'graph', 'fields', 'model', 'other'] as const),
]

/** The shares in words: `words 8 %, meaning 92 %`. Lines break between them only. */
export const sharesText = (shares: readonly SourceShare[], titleOf: (of: SourceName) => string) =>
  shares
    .map(({ source, score, share }) =>
      (score < 0
        ? `${titleOf(source)} against it`
        : `${titleOf(source)} ${percentText(share)}`
      ).replaceAll(' ', '\u00a0'),
    )
    .join(', ')

/** A share as whole percent: `8 %`, or `under 1 %`. */
export const percentText = (share: number): string => {
  const whole = Math.round(share * 100)
  return whole === 0 && share > 0 ? 'under 1 %' : `${whole} %`
}

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
