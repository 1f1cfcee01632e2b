// Every feature of the window, a line each. Their panels are shown in the order of these names.
export { ablation } from './ablation'
export { agentEvaluation } from './agent-evaluation'
export { graph } from './graph'
export { prices } from './prices'
export { prompts } from './prompts'
export { publishing } from './publishing'
export { robustness } from './robustness'
export { tiers } from './tiers'
