// Every feature, a line each.
export { ablation } from './ablation'
export { agentEvaluation } from './agent-evaluation'
export { graph } from './graph'
export { prices } from './prices'
export { publishing } from './publishing'
export { robustness } from './robustness'
export { tiers } from './tiers'
