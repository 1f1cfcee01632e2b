import type { AgentRunsOutcomesAnswer } from './shared/answers'
import { containing } from '../../app/requests/containing'
import type { Session } from '../../app/workspaces/session'
import { expectedAccuracies, AgentRunsExpectedInput } from './expected'
import { measureAgent } from './measure-agent'
import { previewAgent, AgentRunsPreviewInput } from './preview-agent'
import { agentRunsOf } from '../../app/evaluation/simple-agents'
import { z } from 'zod'
import { AgentVerdict } from '../../domain/agent/run'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { AgentRunsMeasureInput } from './agent-plan'
import { action, inSession } from '../../app/action'
import { page } from '../../contract/page'
import { changeRecordsUndoably, removedText } from '../../app/editing/undoable-records'

const AgentRunsOutcomesInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  verdicts: z
    .array(AgentVerdict)
    .optional()
    .meta({ title: 'name', description: 'only those that came out so; may be repeated' }),
  search: SearchText,
  ...page(50),
})
type AgentRunsOutcomesInput = z.output<typeof AgentRunsOutcomesInput>

export const agentRunActions = {
  'agentRuns.preview': action({
    summary:
      'What a measurement would take, and why it cannot be made where it cannot; asks no model',
    input: AgentRunsPreviewInput,
    run: previewAgent,
  }),
  /**
   * Every query with every offer; each offer’s run is kept as soon as it is finished. What is
   * answered is kept, and never asked again. No tool is executed.
   */
  'agentRuns.measure': action({
    summary: 'Have the chat model call tools for golden queries, and score its calls',
    input: AgentRunsMeasureInput,
    run: measureAgent,
  }),
  'agentRuns.remove': action({
    summary: 'Remove runs of an agent',
    input: z.object({
      dir: Dir,
      runs: z.array(z.string()).min(1).max(1000).describe('the runs, by their ids'),
    }),
    run: async (context, { dir, runs }) => remove(await context.sessions.of(dir), runs),
  }),
  'agentRuns.outcomes': action({
    summary: 'The queries of an agent run, the worst score first',
    input: AgentRunsOutcomesInput,
    run: inSession(outcomes),
  }),
  /**
   * Of runs that rank tools, of equal ones rather one of all queries and then the newest, with each
   * model that was measured as a Simple Agent on the set as it is now.
   */
  'agentRuns.expected': action({
    summary: 'Expected agent accuracy: what a run finds times what the agent makes of it',
    input: AgentRunsExpectedInput,
    run: expectedAccuracies,
  }),
}

const remove = (
  session: Session,
  runs: readonly string[],
): Promise<{ removed: number; change?: string }> =>
  changeRecordsUndoably(session, async () => {
    const known = new Set((await agentRunsOf(session)).map(({ id }) => id))
    const found = [...new Set(runs)].filter((id) => known.has(id))
    return {
      change: { agentRuns: { remove: found } },
      what: removedText(found.length, 'agent run'),
      answer: { removed: found.length },
    }
  })

/** One page of a run’s queries, the worst score first, those that no tool answers after them. */
async function outcomes(
  { store }: Session,
  { run, verdicts, search, offset, limit }: AgentRunsOutcomesInput,
): Promise<AgentRunsOutcomesAnswer> {
  const isSought = containing(search)
  const found = (await store.members('agentRuns', run)).filter(
    (outcome) => isSought(outcome) && (verdicts?.includes(outcome.verdict) ?? true),
  )
  // The sort is stable: of equal scores, in the order of the queries.
  found.sort((a, b) => (a.score?.weighted ?? 2) - (b.score?.weighted ?? 2))
  return { total: found.length, rows: found.slice(offset, offset + limit) }
}
