import { shallowRef } from 'vue'
import { sharedState } from './shared-state'
import { useNavigation } from './useNavigation'

/** Opens the review of proposed edges from anywhere in the window, of all tools or of one. */
export const useProposals = sharedState('proposed edges', () => {
  const { go } = useNavigation()
  const review = shallowRef<{ tool?: string; isLooking?: boolean }>()

  function openProposals(tool?: string): void {
    go('improve')
    review.value = tool === undefined ? {} : { tool }
  }

  /** Opens the review and looks for edges at once. */
  function lookForProposals(): void {
    go('improve')
    review.value = { isLooking: true }
  }

  const closeProposals = (): void => void (review.value = undefined)

  return { review, openProposals, lookForProposals, closeProposals }
})
