import type { FusionMethod } from '../combine'
import type { PlacedTool, Ranking } from '../../domain/query'
import { sumParts } from './sum-parts'
import { weightOf, type Weigh } from './weights'

/** What a tool that a list leaves out would have scored: nothing, as in BM25, or as little as the list's last. */
export type Absent = 'zero' | 'lowest'

export interface StandardScoreOptions {
  /** `absent[i]` belongs to the i-th retriever. */
  absent: readonly Absent[]
  weigh: Weigh
  /** How many tools were searched: those that a list leaves out at zero count towards its spread. */
  size: number
}

/**
 * Weighted sum of standard scores (zero mean and unit variance; Montague & Aslam 2001), less the constant by which all
 * tools differ from it, so that a list adds nothing to a tool it leaves out.
 */
export function standardScore({ absent, weigh, size }: StandardScoreOptions): FusionMethod {
  return {
    name: 'standard scores',
    settings: { 'a tool left out counts': absent.join(', '), ...weigh.settings, searched: size },
    fuse(rankings) {
      const weighing = weigh.of(rankings)
      const shares = rankings.map((ranking, list) =>
        (absent[list] === 'zero' ? aboveZero(ranking, size) : aboveLowest(ranking)).map(
          (score) => score * weightOf(weighing, list),
        ),
      )
      return { notes: weighing.notes, tools: sumParts('standard', shares, rankings) }
    },
  }
}

function aboveZero({ tools }: Ranking, size: number): number[] {
  const scores = scoresOf(tools)
  return inDeviations(scores, deviation(scores, Math.max(size, scores.length)))
}

function aboveLowest({ tools }: Ranking): number[] {
  const scores = scoresOf(tools)
  const lowest = Math.min(...scores)
  return inDeviations(
    scores.map((score) => score - lowest),
    deviation(scores, scores.length),
  )
}

/** A tool that no score placed counts as one that scored nothing. */
const scoresOf = (tools: readonly PlacedTool[]): number[] => tools.map(({ score = 0 }) => score)

/** A list whose scores are all one counts 1 for each of its tools. */
const inDeviations = (scores: number[], spread: number): number[] =>
  scores.map((score) => (spread === 0 ? 1 : score / spread))

/** The standard deviation of `count` values, of which those not given are 0. */
function deviation(values: number[], count: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const square = values.reduce((sum, value) => sum + value * value, 0) / count
  return Math.sqrt(Math.max(0, square - mean * mean))
}
