import { shallowRef } from 'vue'
import { sharedState } from './shared-state'

/** Opens the review of proposed edges from anywhere in the window, of all tools or of one. */
export const useProposals = sharedState('proposed edges', () => {
  const review = shallowRef<{ tool?: string; isLooking?: boolean }>()

  function openProposals(tool?: string): void {
    review.value = tool === undefined ? {} : { tool }
  }

  /** Opens the review and looks for edges at once. */
  const lookForProposals = (): void => void (review.value = { isLooking: true })

  const closeProposals = (): void => void (review.value = undefined)

  return { review, openProposals, lookForProposals, closeProposals }
})
