import type { QueryPlan, Ranking } from '../../src-main/domain/query/query'
import type { FusionMethod } from '../../src-main/pipeline/combine'
import { stage, type Stage, type Step } from '../../src-main/pipeline/stage'
import { id } from './catalog-tool'

/** Ranks the tools named, best first, with 1, ½, ⅓ … for scores. */
export const retriever = (
  name: string,
  tools: readonly string[],
  seen: (plan: QueryPlan, step: Step) => void = () => undefined,
): Stage<QueryPlan, Ranking> =>
  stage({
    name,
    gives: 'ranking',
    settings: { tools: tools.join() },
    absent: `${name} does not know it`,
    run(plan, step) {
      seen(plan, step)
      const ranked = tools.map((tool, at) => ({
        tool: id(tool),
        score: 1 / (at + 1),
        witnesses: [],
      }))
      return { shape: 'ranking', plan, order: 'score', tools: ranked }
    },
  })

export const firstOnly: FusionMethod = {
  name: 'first only',
  settings: {},
  fuse: ([first]) => ({ tools: first?.tools ?? [], notes: { lists: 1 } }),
}

export const namesOf = ({ tools }: { tools: readonly { tool: string }[] }): string[] =>
  tools.map(({ tool }) => tool)
