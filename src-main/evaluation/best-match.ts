import type { PlacedTool } from '../domain/query'
import { SCORE_BY_MEANING } from '../pipeline/retrieval/dense'
import { SCORE_BY_WORDS } from '../pipeline/retrieval/lexical'

/**
 * How well the best of the tools given matches its query: BM25 score times cosine where a recipe searches by both, else the one
 * that there is, else the recipe's own score; undefined where no tool has any. Scores that fusion made are relative to the
 * query's own list and cannot be held against those of other queries, see `README.md`.
 */
export function bestMatchOf(tools: readonly PlacedTool[]): number | undefined {
  const words = tools.map((placed) => partOf(placed, SCORE_BY_WORDS))
  const meaning = tools.map((placed) => partOf(placed, SCORE_BY_MEANING))
  const both = words.map((score = 0, at) => score * (meaning[at] ?? 0))
  if (words.some(isThere) && meaning.some(isThere)) return highest(both)
  return highest(words) ?? highest(meaning) ?? highest(tools.map(({ score }) => score))
}

function partOf({ witnesses }: PlacedTool, source: string): number | undefined {
  let best: number | undefined
  for (const witness of witnesses) {
    if (witness.kind !== 'score' || witness.source !== source) continue
    if (best === undefined || witness.score > best) best = witness.score
  }
  return best
}

const isThere = (score: number | undefined): score is number => score !== undefined

function highest(scores: readonly (number | undefined)[]): number | undefined {
  const known = scores.filter(isThere)
  return known.length > 0 ? Math.max(...known) : undefined
}
