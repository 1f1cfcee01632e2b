import type { Feature } from '../feature'
import { historyActions } from './actions'

export const loggedQueries = { actions: historyActions } satisfies Feature
