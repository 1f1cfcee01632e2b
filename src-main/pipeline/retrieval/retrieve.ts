import { byScore, type QueryPlan, type RankedTool, type ScorePart } from '../../domain/query'
import type { Hit } from '../../ports/tool-index'
import { stage, type Account, type Retriever, type Settings, type StageContext } from '../stage'

export interface Search {
  name: string
  /** What the score is called where it is shown. */
  source: string
  settings: Settings
  depth: number
  search(text: string, context: StageContext & { account: Account }): Promise<Hit[]>
}

/**
 * Searches every text of a plan and keeps, for each tool, the best it got from any of them.
 * With the plan of a single text this is that text's own ranking.
 */
export function retrieve({ name, source, settings, depth, search }: Search): Retriever {
  return stage({
    name,
    settings,
    async run(plan, context) {
      const lists = await Promise.all(textsOf(plan).map((text) => search(text, context)))
      const best = lists.length === 1 ? (lists[0] ?? []) : bestOf(lists).slice(0, depth)
      return { shape: 'ranking', plan, tools: best.map((hit, at) => ranked(hit, source, at + 1)) }
    },
  })
}

const textsOf = (plan: QueryPlan): string[] => [
  ...new Set(plan.steps.flatMap((step) => step.variations)),
]

function bestOf(lists: Hit[][]): Hit[] {
  const best = new Map<string, Hit>()
  for (const hit of lists.flat()) {
    const known = best.get(hit.tool)
    if (!known || hit.score > known.score) best.set(hit.tool, hit)
  }
  return [...best.values()].sort(byScore)
}

function ranked({ tool, score, terms }: Hit, source: string, rank: number): RankedTool {
  const part: ScorePart = { source, score, rank, ...(terms && { terms }) }
  return { tool, score, parts: [part] }
}
