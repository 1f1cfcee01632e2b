import type { PlacedTool, QueryPlan, Ranking, SetGrounds, ToolSet } from '../../domain/query/query'
import { stage } from '../stage'

/** What a set keeps of its plan: the query, and what is to be asked back. */
const asked = ({ query, questions }: QueryPlan): Pick<ToolSet, 'query' | 'questions'> => ({
  query,
  ...(questions && { questions }),
})

export interface TopKOptions {
  /**
   * Tools scoring below are dropped, however few remain; on the scale of the last stage's score.
   */
  threshold?: number | undefined
}

/**
 * The tool set: what the plan keeps and then the ranking's first, as many as are wanted, without
 * those below the threshold.
 */
export function topK({ threshold }: TopKOptions = {}) {
  return stage<Ranking, ToolSet>({
    name: 'select',
    gives: 'tool-set',
    settings: { ...(threshold !== undefined && { threshold }) },
    // Below the threshold may stand anywhere among the first k where no score gave the order.
    readsK: threshold === undefined ? 'prefix' : 'any',
    run({ plan, tools, seeds }, step) {
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const all =
        kept.size > 0 ? [...plan.kept, ...tools.filter(({ tool }) => !kept.has(tool))] : tools
      const named = plan.kept.filter(({ witnesses: [why] }) => why?.kind === 'name').length
      const behind = named > 0 ? `, behind ${named} that the request names` : ''
      const first = step.cut(all, step.k, `below the cut at k = ${step.k}${behind}`)
      const isBelow = ({ tool, score }: PlacedTool) =>
        threshold !== undefined && score !== undefined && score < threshold && !kept.has(tool)
      step.note({ k: step.k })
      step.drop(first.filter(isBelow), `below the score threshold ${threshold}`)
      const chosen = threshold === undefined ? first : first.filter((placed) => !isBelow(placed))
      return {
        shape: 'tool-set',
        ...asked(plan),
        size: 'k',
        tools: chosen,
        ...(seeds && { seeds }),
      }
    },
  })
}

/**
 * The tool set whose size the recipe decides: what the plan keeps and all of the ranking. PTR,
 * section 3.
 * @param groundsOf why it holds as many tools as it does; `added` are those of the ranking that the
 * plan does not keep
 */
export const adaptiveSize = (groundsOf?: (ranking: Ranking, added: number) => SetGrounds) =>
  stage<Ranking, ToolSet>({
    name: 'select',
    gives: 'tool-set',
    settings: {},
    run(ranking) {
      const { plan, tools, seeds } = ranking
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const added = tools.filter(({ tool }) => !kept.has(tool))
      return {
        shape: 'tool-set',
        ...asked(plan),
        size: 'adaptive',
        tools: [...plan.kept, ...added],
        ...(seeds && { seeds }),
        ...(groundsOf && { grounds: groundsOf(ranking, added.length) }),
      }
    },
  })

/** The first tools of a ranking, for a model that is to order these alone. */
export const keepFirst = (most: number) =>
  stage<Ranking, Ranking>({
    name: 'keep first',
    gives: 'ranking',
    settings: { most },
    run: (ranking, step) => ({ ...ranking, tools: step.cut(ranking.tools, most) }),
  })
