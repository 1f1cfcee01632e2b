import type { ActionInput } from '../../src-main/features/actions'
import type { AgentOutcome, AgentRun } from '../../src-main/domain/agent/run'
import { agentRun } from '../fixtures/workspace/agent-run'
import type { Answers } from './bridge-script'

type StoredRun = AgentRun & { outcomes: AgentOutcome[] }

/** An agent run with so many tools of the catalog, as accurate as that. */
export const runWithTools = (tools: number, mean: number, over: Partial<AgentRun> = {}) => {
  const { recipe: _, ...run } = agentRun(`with-${tools}`)
  const scores = { ...run.scores, weighted: { mean, ci95: [mean - 0.1, mean + 0.1] as never } }
  return {
    ...run,
    scores,
    offer: { by: 'catalog' as const, tools, seed: 1 },
    tools: { mean: tools, most: tools },
    ...over,
  }
}

/**
 * What a workspace with these agent runs answers; measuring adds a run for each number of tools.
 */
export function agentRunAnswers(runs: StoredRun[]): Answers {
  return {
    'agentRuns.list': () => runs.map(({ outcomes: _, ...run }) => run),
    'agentRuns.preview': ({ offers }) => ({
      model: 'ollama:m',
      queries: 2,
      negative: 1,
      withArguments: 1,
      several: 0,
      sequential: 0,
      gone: 0,
      questions: 4 * offers.length,
      promptTokens: 1200,
      tokenizer: 'o200k_base',
    }),
    'agentRuns.measure': ({ offers }: ActionInput<'agentRuns.measure'>) => {
      const made = offers.flatMap((offer) =>
        offer.by === 'catalog' ? [runWithTools(offer.tools, 0.5)] : [],
      )
      runs.unshift(...made)
      return { runs: made.map(({ outcomes: _, ...run }) => run), reused: [], failed: [] }
    },
    'agentRuns.remove': ({ runs: ids }) => {
      const found = runs.filter(({ id }) => ids.includes(id))
      runs.splice(0, runs.length, ...runs.filter((run) => !found.includes(run)))
      return { removed: found.length }
    },
    'agentRuns.outcomes': ({ run, verdicts, search = '' }) => {
      const all = runs.find(({ id }) => id === run)?.outcomes ?? []
      const rows = all.filter(
        ({ verdict, text }) => (verdicts?.includes(verdict) ?? true) && text.includes(search),
      )
      return { total: rows.length, rows }
    },
    'agentRuns.expected': () => ({
      found: [],
      leftOut: { outdated: 0, outdatedAgents: 0, beyond: 0 },
    }),
  }
}
