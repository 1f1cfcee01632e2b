import { byScore, type PlacedTool, type QueryPlan, type Ranking } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import type { Hit } from '../../ports/hit'
import { stage, type Stage, type Step } from '../stage'

type Hits = Hit<ToolId>[]

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
 * Searches all texts of a plan together and keeps, for each tool, the best it got from any of them.
 * With the plan of a single text this is that text's own ranking.
 */
export function retrieve({ part, depth, search, ...about }: Search): Stage<QueryPlan, Ranking> {
  return stage({
    ...about,
    gives: 'ranking',
    async run(plan, step) {
      const lists = await search(textsOf(plan), step.explaining ? Infinity : depth, step)
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
    if (!known || hit.score > known.score) best.set(hit.key, hit)
  }
  return [...best.values()].sort((a, b) =>
    byScore({ tool: a.key, score: a.score }, { tool: b.key, score: b.score }),
  )
}

const placed = ({ key, score, terms }: Hit<ToolId>, source: string, rank: number): PlacedTool => ({
  tool: key,
  score,
  witnesses: [{ kind: 'score', source, score, rank, ...(terms && { terms }) }],
})
