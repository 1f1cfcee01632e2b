import type { AgentPart } from '../../domain/experiment/replicas/replica'
import {
  agentBeside,
  askedOfAgent,
  type AgentBeside,
} from '../../domain/experiment/replicas/simple-agent'
import { previewText } from './agent-runs-text'
import type { CommandSession } from './session'

interface Place {
  dir: string
  goldenSet: { name: string; queries: number }
  /** Of the catalog. */
  tools: number
}

/** Asks the chat model what a published experiment asks of an agent; where none is chosen, says so. Gives what there is then. */
export async function measureAgentPart(
  session: CommandSession,
  part: AgentPart,
  { dir, ...place }: Place,
): Promise<AgentBeside[]> {
  const { maximumK: limit } = await session.request('settings.read', {})
  const input = { dir, ...askedOfAgent(part, { ...place, limit }) }
  const before = await session.request('agentRuns.preview', input)
  if (before.problem) {
    const { message, fix = '' } = before.problem
    session.remark(`The agent’s part takes a chat model and is not measured. ${message} ${fix}`)
  } else {
    session.remark(`${previewText(before)}\nAs by: pegboard agent-eval`)
    const { failed } = await session.request('agentRuns.measure', input)
    for (const { problem } of failed) session.remark(problem.message)
  }
  const runs = await session.request('agentRuns.list', { dir })
  return agentBeside(part, place.goldenSet.name, runs)
}
