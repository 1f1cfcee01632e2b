import type { AgentFate, FailureFilter } from './failure'

const AGENT_FATES: readonly string[] = ['not-called', 'wrong-arguments'] satisfies AgentFate[]

/** Whether a filter asks for what the agent failed, rather than for what it was not given. */
export const asksForAgent = ({ fate, agent }: FailureFilter): boolean =>
  agent === true || (fate !== undefined && AGENT_FATES.includes(fate))
