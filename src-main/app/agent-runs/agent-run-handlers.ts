import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { containing } from '../containing'
import type { AppContext, Handlers } from '../handlers'
import type { Session } from '../session'
import { readable } from '../unreadable-records'
import { expectedAccuracies } from './expected'
import { measureAgent } from './measure-agent'
import { previewAgent } from './preview-agent'
import { agentRunsOf } from './simple-agents'

export const agentRunHandlers = (context: AppContext): Handlers<'agentRuns'> => ({
  'agentRuns.preview': (input, call) => previewAgent(context, input, call),
  'agentRuns.measure': (input, call) => measureAgent(context, input, call),
  'agentRuns.list': ({ dir }) => readable(context, { dir, kind: 'agentRuns' }, agentRunsOf),
  'agentRuns.remove': async ({ dir, runs }) => remove(await context.sessions.of(dir), runs),
  'agentRuns.outcomes': async (input) => outcomes(await context.sessions.of(input.dir), input),
  'agentRuns.expected': (input, call) => expectedAccuracies(context, input, call),
})

const remove = (session: Session, runs: readonly string[]): Promise<{ removed: number }> =>
  session.change(async () => {
    const known = new Set((await agentRunsOf(session)).map(({ id }) => id))
    const found = [...new Set(runs)].filter((id) => known.has(id))
    return { agentRuns: { remove: found }, answer: { removed: found.length } }
  })

/** One page of a run’s queries, the worst score first, those that no tool answers after them. */
async function outcomes(
  { store }: Session,
  { run, verdicts, search, offset, limit }: ParsedInput<'agentRuns.outcomes'>,
): Promise<RouteOutput<'agentRuns.outcomes'>> {
  const isSought = containing(search)
  const found = (await store.members('agentRuns', run)).filter(
    (outcome) => isSought(outcome) && (verdicts?.includes(outcome.verdict) ?? true),
  )
  // The sort is stable: of equal scores, in the order of the queries.
  found.sort((a, b) => (a.score?.weighted ?? 2) - (b.score?.weighted ?? 2))
  return { total: found.length, rows: found.slice(offset, offset + limit) }
}
