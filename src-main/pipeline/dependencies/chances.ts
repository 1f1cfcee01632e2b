import type { PlacedTool, ScorePart } from '../../domain/query'
import { scorePartsOf } from '../../domain/score-parts'

/** Scores are compared with those of so many of the first tools; chosen with {@link TEMPERATURE}. */
const COMPARED_WITH = 100
/** Of the softmax over standard scores; .45 to .6 are as good on the development mains of ToolLinkOS. */
const TEMPERATURE = 0.5
/** Where a model gave the order: a place has this much of the chance of the one before. About .6, .27, .12 for three. */
const BY_PLACE = 0.45

/**
 * How likely each tool is the one meant, `odds[i]` for `tools[i]`, in parts of the first, which has 1: by the standard scores
 * among the first hundred, or by places where not every tool has a score.
 */
export function oddsOf(tools: readonly PlacedTool[]): number[] {
  const scores = tools.flatMap(({ score }) => score ?? [])
  if (scores.length < tools.length) return tools.map((_, at) => BY_PLACE ** at)
  const deviation = deviationOf(scores.slice(0, COMPARED_WITH))
  const [first = 0] = scores
  // Scores that are all one tell nothing of which is meant.
  if (deviation === 0) return scores.map(() => 1)
  return scores.map((score) => Math.exp((score - first) / deviation / TEMPERATURE))
}

/** The odds as shares of the first `most` together. */
export function chancesOf(odds: readonly number[], most: number): number[] {
  const sum = odds.slice(0, most).reduce((total, each) => total + each, 0)
  return odds.map((each) => each / sum)
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** What the part of a score is called that says how likely a tool is the one meant, of the first few. */
const CHANCE = 'chance'

export const chancePart = (chance: number): ScorePart => ({
  kind: 'score',
  source: CHANCE,
  score: chance,
})

/** 0 for a tool that was not among the first few. */
export const chanceOf = ({ witnesses }: Pick<PlacedTool, 'witnesses'>): number =>
  scorePartsOf(witnesses).find(({ source }) => source === CHANCE)?.score ?? 0
