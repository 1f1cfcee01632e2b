import type { Feature } from '../feature'
import { namespaceActions } from './actions'

export const namespaces = { actions: namespaceActions } satisfies Feature
