import type { Ranking } from '../../domain/query'
import { gradeTools, MOST_CANDIDATES } from '../prompts/judge-tools'
import { stage } from '../stage'
import { misnamed, namedTools } from './named-tools'
import type { RerankOptions } from './rerank-by-model'

/** Drops what a model finds irrelevant among the first tools. At most one model call. Toolshed, section 3.4.3 (corrective RAG). */
export const grade = ({ shown }: Pick<RerankOptions, 'shown'>) =>
  stage<Ranking, Ranking>({
    name: 'grade',
    gives: 'ranking',
    settings: { 'shown at most': MOST_CANDIDATES },
    prompts: [gradeTools],
    async run(ranking, step) {
      const candidates = ranking.tools.slice(0, MOST_CANDIDATES)
      if (candidates.length === 0) return ranking
      const input = {
        text: ranking.plan.query.text,
        tools: shown(candidates.map(({ tool }) => tool)),
      }
      const { irrelevant } = await step.ask(gradeTools, input, { irrelevant: [] })
      const named = namedTools(irrelevant, candidates)
      step.note(misnamed(named))
      step.drop(named.tools, 'graded irrelevant')
      const dropped = new Set(named.tools)
      return { ...ranking, tools: ranking.tools.filter((placed) => !dropped.has(placed)) }
    },
  })
