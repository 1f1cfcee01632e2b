import type { Feature } from '../feature'
import { agentRunActions } from './actions'

export const agentEvaluation = { actions: agentRunActions } satisfies Feature
