import { shallowRef } from 'vue'
import { sharedState } from '../../composables/shared-state'

/** What the palette asks of the list of sources, which does it once it is on show. */
export const useSourcesAsked = sharedState('sources asked', () => shallowRef<'check' | 'refresh'>())
