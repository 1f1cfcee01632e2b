import type { PartScores } from './document-scores'

/** Which part of a query each chosen tool covers, and which parts none does. */
export interface Covered {
  /** By place of the tool; of those that cover none, nothing. */
  partOf: ReadonlyMap<number, string>
  uncovered: readonly string[]
}

/** A tool covers a part that it fits at least so well as the share of what the best of all tools does. */
const AS_WELL = 0.6
/** In deviations above the mean of all tools: a part that no tool fits better asks for nothing that a tool could do. */
const LEAST = 2

/** How well the best of all tools fits a part. */
const bestOf = ({ scores }: PartScores): number => scores.reduce((a, b) => Math.max(a, b), 0)

/** What chosen tools cover, as far as their documents tell. */
export function partsCovered(parts: readonly PartScores[], chosen: readonly number[]): Covered {
  const bars = parts.map((part) => AS_WELL * bestOf(part))
  const partOf = new Map<number, string>()
  for (const tool of chosen) {
    let most = 0
    for (const [at, { text, scores }] of parts.entries()) {
      const score = scores[tool] as number
      if (score <= most || score < (bars[at] as number)) continue
      most = score
      partOf.set(tool, text)
    }
  }
  const isCovered = ({ scores }: PartScores, at: number) =>
    chosen.some((tool) => (scores[tool] as number) >= (bars[at] as number))
  const uncovered = parts
    .filter((part, at) => bestOf(part) >= LEAST && !isCovered(part, at))
    .map(({ text }) => text)
  return { partOf, uncovered }
}

/** The best tool for each part that any fits, by place; the best of all for the first part where none fits any. */
export function coverParts(
  parts: readonly PartScores[],
  mayLeave: (tool: number) => boolean,
): Map<number, { part: string; score: number }> {
  const chosen = new Map<number, { part: string; score: number }>()
  const best = parts.flatMap(({ text, scores }) => {
    let found: number | undefined
    for (const [tool, score] of scores.entries()) {
      if (!mayLeave(tool) || score <= 0) continue
      if (found === undefined || score > (scores[found] as number)) found = tool
    }
    return found === undefined ? [] : [{ tool: found, part: text, score: scores[found] as number }]
  })
  const likeliest = best.toSorted((a, b) => b.score - a.score)
  const fitting = likeliest.filter(({ score }) => score >= LEAST)
  for (const { tool, part, score } of fitting.length > 0 ? fitting : likeliest.slice(0, 1)) {
    if (!chosen.has(tool)) chosen.set(tool, { part, score })
  }
  return chosen
}
