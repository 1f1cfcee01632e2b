import {
  byScore,
  type PlacedTool,
  type QueryPlan,
  type Ranking,
} from '../../../src-main/domain/query'
import type { ToolId } from '../../../src-main/domain/tool'
import type { DenseSource, Kit } from '../../../src-main/pipeline/kit'
import { stage, type Source } from '../../../src-main/pipeline/stage'

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
