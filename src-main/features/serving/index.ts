import type { Feature } from '../feature'
import { servedActions } from './actions'

export const serving = { actions: servedActions } satisfies Feature
