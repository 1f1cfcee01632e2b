import { byScore, type PlacedTool, type QueryPlan, type Ranking } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import type { Hit } from '../../ports/hit'
import { stage, type Stage, type Step } from '../stage'

type Hits = Hit<ToolId>[]

/** A retriever but for what all have in common: how it searches, and what the trace says of it. */
export interface Search extends Pick<
  Stage<QueryPlan, Ranking>,
  'name' | 'settings' | 'sources' | 'absent'
> {
  /** What the score is called where it is shown. */
  part: string
  /** The most tools given. */
  depth: number
  /** `lists[i]` belongs to `texts[i]`. */
  search(texts: string[], depth: number, step: Step): Promise<Hits[]>
}

/**
 * Searches all texts of a plan together, in one call, and keeps for each tool the best it got from any of them. With the
 * plan of a single text this is that text's own ranking.
 */
export function retrieve({ part, depth, search, ...about }: Search): Stage<QueryPlan, Ranking> {
  return stage({
    ...about,
    gives: 'ranking',
    async run(plan, step) {
      const texts = textsOf(plan)
      const most = step.explaining ? Infinity : depth
      const lists = texts.length === 0 ? [] : await search(texts, most, step)
      const best = lists.length === 1 ? (lists[0] ?? []) : bestOf(lists)
      const tools = best.map((hit, at) => placed(hit, part, at + 1))
      return { shape: 'ranking', plan, order: 'score', tools: step.cut(tools, depth) }
    },
  })
}

const textsOf = (plan: QueryPlan): string[] => [
  ...new Set(plan.steps.flatMap((step) => step.variations)),
]

function bestOf(lists: Hits[]): Hits {
  const best = new Map<ToolId, Hit<ToolId>>()
  for (const hit of lists.flat()) {
    const known = best.get(hit.key)
    if (!known) best.set(hit.key, hit)
    else best.set(hit.key, hit.score > known.score ? withTerms(hit, known) : withTerms(known, hit))
  }
  return [...best.values()].sort((a, b) =>
    byScore({ tool: a.key, score: a.score }, { tool: b.key, score: b.score }),
  )
}

/** The hit, its terms with those that only the other text matched: they added nothing to this score. */
function withTerms(hit: Hit<ToolId>, { terms = {} }: Hit<ToolId>): Hit<ToolId> {
  const others = Object.keys(terms).map((term) => [term, 0] as const)
  return hit.terms ? { ...hit, terms: { ...Object.fromEntries(others), ...hit.terms } } : hit
}

const placed = ({ key, score, terms }: Hit<ToolId>, source: string, rank: number): PlacedTool => ({
  tool: key,
  score,
  witnesses: [{ kind: 'score', source, score, rank, ...(terms && { terms }) }],
})
