import type { Feature } from '../feature'
import { ownParametersActions } from './actions'

export const ownParameters = { actions: ownParametersActions } satisfies Feature
