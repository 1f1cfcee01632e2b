// What features add to `pegboard eval`, and say of what is chosen, a line each.
export { evalAddition as providers } from './providers/commands'
export { evalAddition as tiers } from './tiers/commands'
export { evalAddition as unanswerable } from './unanswerable/commands'
