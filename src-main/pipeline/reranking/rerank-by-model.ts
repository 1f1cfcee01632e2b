import type { Ranking } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import { MOST_CANDIDATES, rankTools } from '../prompts/judge-tools'
import type { ShownTool } from '../prompts/quoted-parts'
import { stage } from '../stage'
import { judgedText, misnamed, namedTools, withoutScore } from './named-tools'

export interface RerankOptions {
  /** Tools as a prompt shows them. */
  shown: (tools: readonly ToolId[]) => ShownTool[]
  /** Whether a plan of one step is left alone, as its list was ranked already. */
  onlySeveralSteps?: boolean
}

/**
 * The order that a model gives the first {@link MOST_CANDIDATES}; those it leaves out are dropped, and those it was not shown
 * come after. At most one model call. Toolshed, section 3.4.3.
 */
export const rerankByModel = ({ shown, onlySeveralSteps = false }: RerankOptions) =>
  stage<Ranking, Ranking>({
    name: 'rerank by model',
    gives: 'ranking',
    settings: {
      'shown at most': MOST_CANDIDATES,
      ...(onlySeveralSteps && { 'only several steps': true }),
    },
    prompts: [rankTools],
    mostCalls: (steps) => (onlySeveralSteps && steps === 1 ? 0 : 1),
    async run(ranking, step) {
      const { plan, tools } = ranking
      const candidates = tools.slice(0, MOST_CANDIDATES)
      if (candidates.length === 0 || (onlySeveralSteps && plan.steps.length === 1)) return ranking
      const ids = candidates.map(({ tool }) => tool)
      const input = { text: judgedText(plan), tools: shown(ids) }
      const answer = await step.ask(rankTools, input, { tools: ids })
      const named = namedTools(answer.tools, candidates)
      step.note(misnamed(named))
      if (named.tools.length === 0) {
        return step.degrade('the model named no tool that it was shown', ranking)
      }
      const kept = new Set(named.tools)
      step.drop(
        candidates.filter((placed) => !kept.has(placed)),
        'the model leaves it out',
      )
      const others = tools.slice(candidates.length)
      return { ...ranking, order: 'given', tools: [...named.tools, ...others].map(withoutScore) }
    },
  })
