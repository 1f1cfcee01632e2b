import type { AgentOutcome, AgentRun } from '../../domain/agent/run'
import { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { goldenCallsOf } from '../../evaluation/agent/call-score'
import { canonical } from '../../domain/value/canonical'
import { hashOfEach } from './provenance'
import type { Session } from '../workspaces/session'

export const agentRunsOf = async ({ store }: Session): Promise<AgentRun[]> =>
  (await store.read('agentRuns')).agentRuns

/** Of all queries of a golden set, as far as an agent is asked and scored by them. */
export const agentGoldenHash = (
  queries: readonly GoldenQuery[],
  pause: () => Promise<unknown>,
): Promise<string> =>
  hashOfEach(
    queries.map((query) => [query.id, askedOf(query), goldenCallsOf(query)]),
    pause,
  )

const askedOf = ({ text, turns = [] }: Pick<GoldenQuery, 'text' | 'turns'>) => [text, turns]

/**
 * Agent runs of a golden set, newest first, and how many more there are of it before it was edited.
 */
export interface CurrentAgents {
  agents: AgentRun[]
  outdated: number
}

/**
 * The agent runs of a golden set as it is now: what an agent made of other queries or other labels
 * says nothing of these.
 */
export async function currentAgents(
  session: Session,
  goldenSet: string,
  pause: () => Promise<unknown>,
): Promise<CurrentAgents> {
  const all = (await agentRunsOf(session)).filter((run) => run.goldenSet === goldenSet)
  const queries = all.length > 0 ? await queriesNow(session, goldenSet) : undefined
  if (!queries) return { agents: all, outdated: 0 }
  const now = await agentGoldenHash(queries, pause)
  const agents: AgentRun[] = []
  for (const run of all) {
    const { goldenHash } = run.provenance
    const isCurrent =
      goldenHash === undefined ? await asksThese(session, run, queries) : goldenHash === now
    if (isCurrent) agents.push(run)
  }
  return { agents, outdated: all.length - agents.length }
}

/** Undefined where the golden set is not there any more: of its runs nothing can be told. */
async function queriesNow(session: Session, goldenSet: string): Promise<GoldenQuery[] | undefined> {
  try {
    return await session.goldenQueries(goldenSet)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/**
 * Whether each query of an earlier run, which keeps no hash of its golden set, is still as it was
 * asked.
 */
async function asksThese(
  { store }: Session,
  { id }: AgentRun,
  queries: readonly GoldenQuery[],
): Promise<boolean> {
  const known = new Map(
    queries.map((query) => [query.id, canonical([askedOf(query), goldenCallsOf(query)])]),
  )
  const outcomes = await store.members('agentRuns', id)
  return outcomes.every((outcome) => known.get(outcome.id) === canonical(asAsked(outcome)))
}

const asAsked = (outcome: AgentOutcome) => [
  askedOf(outcome),
  outcome.expected.map(({ tool, arguments: given }) => ({
    tool,
    ...(given && { arguments: given }),
  })),
]

/**
 * One model as a Simple Agent, by how many tools it was given. Of several runs with as many, the
 * newest counts, or one of more queries that asked the very same model in the same words.
 */
export function simpleAgents(agents: readonly AgentRun[], model: string): Map<number, AgentRun> {
  const byTools = new Map<number, AgentRun>()
  for (const run of agents) {
    if (run.model !== model || run.offer.by !== 'catalog') continue
    const newest = byTools.get(run.offer.tools)
    if (!newest || (isSameAgent(newest, run) && run.queries > newest.queries)) {
      byTools.set(run.offer.tools, run)
    }
  }
  return byTools
}

const isSameAgent = ({ provenance: one }: AgentRun, { provenance: other }: AgentRun): boolean =>
  one.model === other.model && one.prompt === other.prompt
