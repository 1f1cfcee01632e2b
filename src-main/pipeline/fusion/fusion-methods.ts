import {
  byScore,
  type PlacedTool,
  type Ranking,
  type ScorePart,
  type Witness,
} from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { FusionMethod } from '../combine'

/**
 * One ranking whose scores are the sums of `shares`, where `shares[list][place]` is what list
 * `list` gives the tool at that place. Every share stays visible as a part beside the witnesses the
 * tool came with.
 */
export function sumParts(method: string, shares: number[][], rankings: Ranking[]): PlacedTool[] {
  const fused = new Map<ToolId, { tool: ToolId; score: number; witnesses: Witness[] }>()
  for (const [list, { tools }] of rankings.entries()) {
    const namedOf = shareNames(method)
    const scores = shares[list] ?? []
    let place = 0
    for (const { tool, witnesses } of tools) {
      const score = scores[place++] ?? 0
      const part = namedOf(witnesses, score)
      const entry = fused.get(tool)
      if (entry) {
        entry.score += score
        for (const witness of witnesses) entry.witnesses.push(witness)
        entry.witnesses.push(part)
      } else {
        fused.set(tool, { tool, score, witnesses: [...witnesses, part] })
      }
    }
  }
  return [...fused.values()].sort(byScore)
}

/**
 * Names shares after the score that a tool came with. As a list's tools mostly have the same, its
 * name is made once.
 */
function shareNames(method: string): (witnesses: readonly Witness[], score: number) => ScorePart {
  let last: string | undefined
  let named: Pick<ScorePart, 'source' | 'origin'> = { source: '' }
  return (witnesses, score) => {
    const part = witnesses.findLast((witness) => witness.kind === 'score')
    const source = part?.source ?? 'list'
    if (source !== last) {
      named = { source: `${method} ${source}`, ...(part?.origin && { origin: part.origin }) }
    }
    last = source
    const share: ScorePart = { kind: 'score', source: named.source, score }
    if (named.origin) share.origin = named.origin
    return share
  }
}

/** Cormack, Clarke & Büttcher 2009, who found 60 to work across collections. */
export const RANK_CONSTANT = 60

/**
 * Reciprocal rank fusion: a tool's score is Σ 1 / (constant + rank) over the lists that hold it,
 * ranks from 1.
 */
export function reciprocalRank(constant = RANK_CONSTANT): FusionMethod {
  return {
    name: 'rrf',
    settings: { constant },
    fuse: (rankings) => ({
      tools: sumParts(
        'rrf',
        rankings.map(({ tools }) => tools.map((_, at) => 1 / (constant + at + 1))),
        rankings,
      ),
    }),
  }
}

/** The tools of the first list, then those of the next that are in none before it. */
export const oneAfterTheOther: FusionMethod = {
  name: 'one list after the other',
  settings: {},
  fuse: (rankings) => {
    const fused = new Map<ToolId, PlacedTool>()
    for (const { tool, witnesses } of rankings.flatMap(({ tools }) => tools)) {
      const before = fused.get(tool)?.witnesses ?? []
      fused.set(tool, { tool, witnesses: [...before, ...witnesses] })
    }
    return { tools: [...fused.values()], order: 'given' }
  },
}
