import type { Advice } from '../../../domain/run/advice'
import { outdatedAgentsText } from '../../../domain/agent/words'
import type { AgentRun } from '../../../domain/agent/run'
import { Problem } from '../../../domain/problem'
import type { AgentScores } from '../../../evaluation/advice/bounded-points'
import { currentAgents, simpleAgents } from '../../agent-runs/simple-agents'
import type { Session } from '../../workspaces/session'

/** What is known of an agent: its scores by query with so many tools, and how that is told. */
export interface KnownAgent {
  scores: AgentScores
  told: NonNullable<Advice['agent']>
}

/**
 * The Simple Agent of a model on a golden set as it is now; without a model that which was measured last.
 * @throws Problem `not-found` where there is none.
 */
export async function agentAccuracy(
  session: Session,
  { goldenSet, model: wanted }: { goldenSet: string; model: string | undefined },
  pause: () => Promise<unknown>,
): Promise<KnownAgent> {
  const { agents, outdated } = await currentAgents(session, goldenSet, pause)
  const simple = agents.filter(({ offer }) => offer.by === 'catalog')
  const models = [...new Set(simple.map(({ model }) => model))]
  const model = wanted ?? models[0]
  if (model === undefined || !models.includes(model)) {
    throw unmeasured({ goldenSet, model: wanted, models, outdated })
  }
  const byTools = simpleAgents(simple, model)
  const k = [...byTools.keys()].sort((a, b) => a - b)
  const scores = new Map<number, ReadonlyMap<string, number>>()
  for (const tools of k) scores.set(tools, await scoresOf(session, byTools.get(tools)))
  const queries = Math.min(...[...scores.values()].map(({ size }) => size))
  const others = models.filter((other) => other !== model)
  return { scores, told: { model, k, queries, outdated, others } }
}

/** By query, of those that some tool answers. */
async function scoresOf(
  { store }: Session,
  run: AgentRun | undefined,
): Promise<Map<string, number>> {
  const outcomes = run ? await store.members('agentRuns', run.id) : []
  return new Map(outcomes.flatMap(({ id, score }) => (score ? [[id, score.weighted]] : [])))
}

interface Unmeasured {
  goldenSet: string
  model: string | undefined
  models: readonly string[]
  outdated: number
}

function unmeasured({ goldenSet, model, models, outdated }: Unmeasured): Problem {
  const who = model === undefined ? 'No agent' : `“${model}”`
  const only = models.length > 0 ? ` Measured are: ${models.join(', ')}.` : ''
  const not = model === undefined ? 'was' : 'was not'
  return new Problem(
    'not-found',
    [
      `${who} ${not} measured with tools of the catalog on “${goldenSet}”, so nothing is known of its accuracy.${only}`,
      ...outdatedAgentsText(outdated),
    ].join(' '),
    `Measure it under Evaluation, Agent, with several numbers of tools. In a terminal: pegboard agent-eval --golden "${goldenSet}" --tools 1,3,5,10`,
  )
}
