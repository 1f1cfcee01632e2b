import {
  byScore,
  type PlacedTool,
  type Ranking,
  type ScorePart,
  type Witness,
} from '../../domain/query'
import type { ToolId } from '../../domain/tool'

/**
 * One ranking whose scores are the sums of `shares`, where `shares[list][place]` is what list `list` gives the tool
 * at that place. Every share stays visible as a part beside the witnesses the tool came with.
 */
export function sumParts(method: string, shares: number[][], rankings: Ranking[]): PlacedTool[] {
  const fused = new Map<ToolId, { tool: ToolId; score: number; witnesses: Witness[] }>()
  for (const [list, { tools }] of rankings.entries()) {
    const sourceOf = shareNames(method)
    for (const [place, { tool, witnesses }] of tools.entries()) {
      const score = shares[list]?.[place] ?? 0
      const share: ScorePart = { kind: 'score', source: sourceOf(witnesses), score }
      const entry = fused.get(tool)
      if (entry) {
        entry.score += score
        entry.witnesses.push(...witnesses, share)
      } else fused.set(tool, { tool, score, witnesses: [...witnesses, share] })
    }
  }
  return [...fused.values()].sort(byScore)
}

/** `rrf bm25` for a tool that BM25 placed last. The tools of one list mostly have one name: it is put together once. */
function shareNames(method: string): (witnesses: readonly Witness[]) => string {
  let last: string | undefined
  let name = `${method} list`
  return (witnesses) => {
    const part = witnesses.findLast((witness) => witness.kind === 'score')
    const source = part?.kind === 'score' ? part.source : 'list'
    if (source !== last) {
      last = source
      name = `${method} ${source}`
    }
    return name
  }
}
