import type { Feature } from '../feature'
import { agentActions } from './actions'

export const sessions = { actions: agentActions } satisfies Feature
