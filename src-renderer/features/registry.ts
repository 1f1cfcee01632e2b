// Every feature of the window, a line each, in the order in which their panels are shown.
export { tiers } from './tiers'
export { agentEvaluation } from './agent-evaluation'
export { publishing } from './publishing'
