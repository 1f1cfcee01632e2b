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
    const namedOf = shareNames(method)
    for (const [place, { tool, witnesses }] of tools.entries()) {
      const score = shares[list]?.[place] ?? 0
      const { source, origin } = namedOf(witnesses)
      const part: ScorePart = { kind: 'score', source, score }
      if (origin) part.origin = origin
      const entry = fused.get(tool)
      if (entry) {
        entry.score += score
        entry.witnesses.push(...witnesses, part)
      } else {
        fused.set(tool, { tool, score, witnesses: [...witnesses, part] })
      }
    }
  }
  return [...fused.values()].sort(byScore)
}

/** Names shares after the score that a tool came with. As a list's tools mostly have the same, its name is made once. */
function shareNames(
  method: string,
): (witnesses: readonly Witness[]) => Pick<ScorePart, 'source' | 'origin'> {
  let last: string | undefined
  let named: Pick<ScorePart, 'source' | 'origin'> = { source: '' }
  return (witnesses) => {
    const part = witnesses.findLast((witness) => witness.kind === 'score')
    const source = part?.source ?? 'list'
    if (source !== last) {
      named = { source: `${method} ${source}`, ...(part?.origin && { origin: part.origin }) }
    }
    last = source
    return named
  }
}
