import type { Feature } from '../feature'
import { fieldActions } from './actions'

export const standardFields = { actions: fieldActions } satisfies Feature
