import type { Feature } from '../feature'
import { confusableActions } from './actions'

export const confusable = { actions: confusableActions } satisfies Feature
