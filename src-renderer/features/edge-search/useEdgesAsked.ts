import { shallowRef } from 'vue'
import { sharedState } from '../../composables/shared-state'

/** Whether edges are to be looked for, which the list of what is to do does once it is on show. */
export const useEdgesAsked = sharedState('edges asked', () => shallowRef(false))
