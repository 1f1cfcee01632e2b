import type { Feature } from '../feature'
import { enhanceActions } from './actions'

export const enhance = { actions: enhanceActions } satisfies Feature
