import { shallowRef } from 'vue'
import { sharedState } from './shared-state'

/**
 * The embedder that the workspace on show is moving to now, and what share of its tool documents is
 * embedded with it.
 */
export const useComing = sharedState('coming embedder', () => ({
  coming: shallowRef<{ to: string; share: number }>(),
}))
