import type { Ranking, ToolSet } from '../../domain/query'
import { stage } from '../stage'
import { asked } from './asked'

/** The tool set whose size the recipe decides: what the plan keeps and all of the ranking. PTR, section 3. */
export const ownSize = () =>
  stage<Ranking, ToolSet>({
    name: 'select',
    gives: 'tool-set',
    settings: {},
    run({ plan, tools, seeds }) {
      const kept = new Set(plan.kept.map(({ tool }) => tool))
      const added = tools.filter(({ tool }) => !kept.has(tool))
      return {
        ...{ shape: 'tool-set', ...asked(plan), size: 'own', tools: [...plan.kept, ...added] },
        ...(seeds && { seeds }),
      }
    },
  })
