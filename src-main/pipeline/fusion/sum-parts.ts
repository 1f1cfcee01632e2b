import { byScore, type RankedTool, type Ranking, type ScorePart } from '../../domain/query'
import type { ToolId } from '../../domain/tool'

/**
 * One ranking whose scores are the sums of `shares`, where `shares[list][place]` is what list `list` gives the tool
 * at that place. Every share stays visible as a part beside the parts the tool came with.
 */
export function sumParts(method: string, shares: number[][], rankings: Ranking[]): RankedTool[] {
  const fused = new Map<ToolId, RankedTool>()
  for (const [list, { tools }] of rankings.entries()) {
    for (const [place, { tool, parts }] of tools.entries()) {
      const score = shares[list]?.[place] ?? 0
      const entry = fused.get(tool) ?? { tool, score: 0, parts: [] }
      entry.score += score
      entry.parts = [...entry.parts, ...parts, share(method, parts, score)]
      fused.set(tool, entry)
    }
  }
  return [...fused.values()].sort(byScore)
}

const share = (method: string, parts: ScorePart[], score: number): ScorePart => ({
  source: `${method} ${parts.at(-1)?.source ?? 'list'}`,
  score,
})
