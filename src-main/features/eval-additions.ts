// What features add to `pegboard eval`, a line each.
export { evalAddition as providers } from './providers/commands'
export { evalAddition as unanswerable } from './unanswerable/commands'
