// The terminal's commands of every feature, a line each.
export { commands as ablation } from './ablation/commands'
export { commands as agentEvaluation } from './agent-evaluation/commands'
export { commands as confusable } from './confusable/commands'
export { commands as prices } from './prices/commands'
export { commands as prompts } from './prompts/commands'
export { commands as publishing } from './publishing/commands'
export { commands as robustness } from './robustness/commands'
export { commands as tiers } from './tiers/commands'
