import { shallowRef } from 'vue'
import { sharedState } from '../../composables/shared-state'

/** What the palette asks of the section, which does it once it is on show. */
export const useServingAsked = sharedState('serving asked', () => shallowRef<'start' | 'stop'>())
