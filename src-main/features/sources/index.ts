import type { Feature } from '../feature'
import { sourceListActions } from './actions'

export const sources = { actions: sourceListActions } satisfies Feature
