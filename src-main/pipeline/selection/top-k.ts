import type { PlacedTool, Ranking, ToolSet } from '../../domain/query'
import { stage } from '../stage'
import { asked } from './asked'

export interface TopKOptions {
  /** Tools scoring below are dropped, however few remain; on the scale of the last stage's score. */
  threshold?: number | undefined
}

/** The tool set: what the plan keeps and then the ranking's first, as many as are wanted, without those below the threshold. */
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
      const first = step.cut(all, step.k, `below the cut at k = ${step.k}`)
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
