import {
  byScore,
  type PlacedTool,
  type Ranking,
  type ScorePart,
  type Witness,
} from '../../domain/query'
import { scorePartsOf } from '../../domain/score-parts'
import type { ToolId } from '../../domain/tool'

/**
 * One ranking whose scores are the sums of `shares`, where `shares[list][place]` is what list `list` gives the tool
 * at that place. Every share stays visible as a part beside the witnesses the tool came with.
 */
export function sumParts(method: string, shares: number[][], rankings: Ranking[]): PlacedTool[] {
  const fused = new Map<ToolId, { tool: ToolId; score: number; witnesses: Witness[] }>()
  for (const [list, { tools }] of rankings.entries()) {
    for (const [place, { tool, witnesses }] of tools.entries()) {
      const score = shares[list]?.[place] ?? 0
      const entry = fused.get(tool) ?? { tool, score: 0, witnesses: [] }
      entry.score += score
      entry.witnesses.push(...witnesses, share(method, witnesses, score))
      fused.set(tool, entry)
    }
  }
  return [...fused.values()].sort(byScore)
}

const share = (method: string, witnesses: readonly Witness[], score: number): ScorePart => ({
  kind: 'score',
  source: `${method} ${scorePartsOf(witnesses).at(-1)?.source ?? 'list'}`,
  score,
})
