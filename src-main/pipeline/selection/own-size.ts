import type { Ranking, SetGrounds, ToolSet } from '../../domain/query'
import { stage } from '../stage'
import { asked } from './asked'

/**
 * The tool set whose size the recipe decides: what the plan keeps and all of the ranking. PTR, section 3.
 * @param groundsOf why it holds as many tools as it does; `added` are those of the ranking that the plan does not keep
 */
export const ownSize = (groundsOf?: (ranking: Ranking, added: number) => SetGrounds) =>
  stage<Ranking, ToolSet>({
    name: 'select',
    gives: 'tool-set',
    settings: {},
    run(ranking) {
      const { plan, tools, seeds } = ranking
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const added = tools.filter(({ tool }) => !kept.has(tool))
      return {
        ...{ shape: 'tool-set', ...asked(plan), size: 'own', tools: [...plan.kept, ...added] },
        ...(seeds && { seeds }),
        ...(groundsOf && { grounds: groundsOf(ranking, added.length) }),
      }
    },
  })
