import type { Feature } from '../feature'
import { promptActions } from './actions'

export const prompts = { actions: promptActions } satisfies Feature
