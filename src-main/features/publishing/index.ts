import type { Feature } from '../feature'
import { publishingActions } from './actions'

export const publishing = { actions: publishingActions } satisfies Feature
