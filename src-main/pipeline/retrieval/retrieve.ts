import {
  byScore,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
  type ScoreOrigin,
  type ScorePart,
} from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import type { Hit, Rating, Spread } from '../../ports/hit'
import { stage, type ScoreScale, type Stage, type Step } from '../stage'

type Hits = Hit<ToolId>[]

/** A retriever but for what all have in common: how it searches, and what the trace says of it. */
interface Search extends Pick<
  Stage<QueryPlan, Ranking>,
  'name' | 'settings' | 'sources' | 'absent'
> {
  /** What the score is called where it is shown. */
  part: string
  /** What the score is made of. */
  origin: ScoreOrigin
  /** The most tools given. */
  depth: number
  /** `lists[i]` belongs to `texts[i]`. */
  search(texts: string[], depth: number, step: SearchStep): Promise<Hits[]>
  /**
   * What tools score that it need not have found: one rating for each text that can be searched.
   */
  rate(texts: string[], tools: readonly ToolId[], step: SearchStep): Promise<Rating<ToolId>[]>
  /** How scores are read beside those of other searches. */
  scale(texts: readonly string[], spread: Spread, step: Step): Promise<ScoreScale> | ScoreScale
}

/** What a search has at hand. */
export interface SearchStep extends Step {
  /** Ids of past queries from which nothing is learned; absent: from all. */
  without?: ReadonlySet<string>
  /** Told where no more hits than so many are given, though more may be there. */
  onMost(most: number): void
}

/**
 * Searches all texts of a plan together, in one call, and keeps for each tool the best it got from
 * any of them. With the plan of a single text this is that text's own ranking.
 */
export function retrieve({
  part,
  origin,
  depth,
  search,
  rate,
  scale,
  ...about
}: Search): Stage<QueryPlan, Ranking> {
  return stage({
    ...about,
    gives: 'ranking',
    searchesWords: origin === 'words',
    async run(plan, step) {
      const texts = textsOf(plan)
      const most = step.explaining ? Infinity : depth
      const lists = texts.length === 0 ? [] : await search(texts, most, searchStep(step, plan))
      const tools = bestOf(lists).map((hit, at) =>
        placed(hit, { source: part, origin, rank: at + 1 }),
      )
      return { shape: 'ranking', plan, order: 'score', tools: step.cut(tools, depth) }
    },
    async rate(plan, tools, step) {
      const texts = textsOf(plan)
      const ratings = texts.length === 0 ? [] : await rate(texts, tools, searchStep(step, plan))
      const spread = meanOf(ratings.map((rating) => rating.spread))
      return {
        scale: await scale(texts, spread, step),
        tools: bestOf(ratings.map(({ hits }) => hits)).map((hit) =>
          placed(hit, { source: part, origin }),
        ),
      }
    },
  })
}

/** Of several texts, how the scores of each spread on average. */
function meanOf(spreads: readonly Spread[]): Spread {
  const total = { mean: 0, deviation: 0 }
  for (const { mean, deviation } of spreads) {
    total.mean += mean / spreads.length
    total.deviation += deviation / spreads.length
  }
  return total
}

const searchStep = (step: Step, { query: { without } }: QueryPlan): SearchStep => ({
  ...step,
  ...(without && { without: new Set(without) }),
  onMost: (most) =>
    step.degrade(
      `searched in place: looked no further than its first ${most.toLocaleString('en')} tools`,
      undefined,
    ),
})

/** The texts that a plan searches, each once. */
export const textsOf = (plan: QueryPlan): string[] => [
  ...new Set(plan.steps.flatMap((step) => step.variations)),
]

function bestOf(lists: Hits[]): Hits {
  if (lists.length === 1) return lists[0] ?? []
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

/**
 * The hit, its terms with those that only the other text matched: they added nothing to this score.
 */
function withTerms(hit: Hit<ToolId>, { terms = {} }: Hit<ToolId>): Hit<ToolId> {
  const others = Object.keys(terms).map((term) => [term, 0] as const)
  return hit.terms ? { ...hit, terms: { ...Object.fromEntries(others), ...hit.terms } } : hit
}

const placed = (
  { key, score, terms }: Hit<ToolId>,
  { source, origin, rank }: { source: string; origin: ScoreOrigin; rank?: number },
): PlacedTool => {
  // Written out, as this is done for every hit of every search.
  const part: ScorePart = { kind: 'score', source, origin, score }
  if (rank !== undefined) part.rank = rank
  if (terms) part.terms = terms
  return { tool: key, score, witnesses: [part] }
}
