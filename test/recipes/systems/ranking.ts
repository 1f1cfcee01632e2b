import {
  byScore,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
} from '../../../src-main/domain/query'
import type { ToolId } from '../../../src-main/domain/tool'
import type { FusionMethod, Join } from '../../../src-main/pipeline/combine'
import type { DenseSource, Documents, Kit } from '../../../src-main/pipeline/kit'
import { stage, type Source } from '../../../src-main/pipeline/stage'

/** The first of each list. */
export const oneEach: Join = {
  name: 'one each',
  settings: {},
  join: (rankings) => ({
    order: 'given',
    tools: unique(rankings.flatMap(({ tools }) => tools.slice(0, 1))),
  }),
}

/** By how many of the lists hold a tool, ties in the order of the first. */
export const votes: FusionMethod = {
  name: 'votes',
  settings: {},
  fuse(rankings) {
    const all = unique(rankings.flatMap(({ tools }) => tools))
    const count = ({ tool }: PlacedTool) =>
      rankings.filter(({ tools }) => tools.some((placed) => placed.tool === tool)).length
    return { order: 'given', tools: all.toSorted((a, b) => count(b) - count(a)) }
  },
}

export type FieldWeights = Readonly<
  Record<'description' | 'parameters' | 'response' | 'examples', number>
>

/** MFTR: every field by its own similarity to the rewritten query, weighed. */
export function scoreFields(kit: Kit, weights: Source<FieldWeights>) {
  const fields = {
    description: kit.dense(kit.field('description')),
    examples: kit.dense(kit.field('examples')),
  }
  return stage<QueryPlan, Ranking>({
    name: 'score fields',
    gives: 'ranking',
    settings: {},
    sources: [...Object.values(fields), weights],
    async run(plan, step) {
      const learned = await weights.prepare()
      const needs = plan.rewritten?.toolNeeds ?? []
      const scored = new Map<ToolId, PlacedTool>()
      const texts = {
        description: needs.map((need) => need.toolDescription),
        examples: needs.map((need) => need.userIntent),
      }
      for (const [field, source] of Object.entries(fields) as [
        keyof typeof fields,
        DenseSource,
      ][]) {
        const lists = await source.search(texts[field], {
          depth: kit.tools.size,
          signal: step.signal,
        })
        const best = new Map<ToolId, number>()
        for (const { key, score } of lists.flatMap((list = []) => list))
          best.set(key, Math.max(score, best.get(key) ?? 0))
        for (const [tool, similarity] of best) {
          const { score = 0, witnesses = [] } = scored.get(tool) ?? {}
          const part = { kind: 'score', source: field, score: learned[field] * similarity } as const
          scored.set(tool, { tool, score: score + part.score, witnesses: [...witnesses, part] })
        }
      }
      return { shape: 'ranking', plan, order: 'score', tools: [...scored.values()].sort(byScore) }
    },
  })
}

/** PTR's second view: the tools of the past queries that are most like the text. */
export function fromHistory(kit: Kit, nearest: number) {
  const queries: Documents<string> = {
    key: 'past queries',
    pooling: 'best',
    texts: async () =>
      (await kit.history.prepare()).map(({ id, query }) => ({ key: id, text: query })),
  }
  const meaning = kit.dense(queries)
  return stage<QueryPlan, Ranking>({
    name: 'history',
    gives: 'ranking',
    settings: { nearest },
    sources: [kit.history, meaning],
    async run(plan, step) {
      const texts = plan.steps.map(({ text }) => text)
      const lists = await meaning.search(texts, { depth: nearest, signal: step.signal })
      const ids = lists.flatMap((list = []) => list.map(({ key }) => key))
      const bundles = await kit.history.prepare()
      const tools = ids.flatMap((id) => bundles.find((bundle) => bundle.id === id)?.tools ?? [])
      return {
        shape: 'ranking',
        plan,
        order: 'given',
        tools: unique(tools.map((tool) => ({ tool, witnesses: [] }))),
      }
    },
  })
}

/** PTR's third view: the tools most like the first that the direct view finds. */
export const likeFirst = (meaning: DenseSource, kit: Kit) =>
  stage<QueryPlan, Ranking>({
    name: 'like first',
    gives: 'ranking',
    settings: {},
    sources: [meaning],
    async run(plan, step) {
      const texts = plan.steps.map(({ text }) => text)
      const [list = []] = await meaning.search(texts, { depth: 1, signal: step.signal })
      const [first] = list
      const scored = await Promise.all(
        [...kit.tools.keys()].map(async (tool): Promise<PlacedTool> => ({
          tool,
          score: (first && (await meaning.alike(tool, first.key))) ?? 0,
          witnesses: [],
        })),
      )
      return { shape: 'ranking', plan, order: 'score', tools: step.cut(scored.sort(byScore), 7) }
    },
  })

const unique = (tools: readonly PlacedTool[]): PlacedTool[] => [
  ...new Map(tools.map((placed) => [placed.tool, placed])).values(),
]
