import { shallowRef } from 'vue'
import { sharedState } from '../../composables/shared-state'
import { useNavigation } from '../../composables/useNavigation'

/**
 * Opens the dialog that has texts of tools proposed, from anywhere in the window: of the tools
 * named, or of all.
 */
export const useEnhanceDialog = sharedState('enhance dialog', () => {
  const { go } = useNavigation()
  const chosen = shallowRef<readonly string[]>()

  function openEnhance(ids: readonly string[] = []): void {
    go('improve')
    chosen.value = ids
  }

  const closeEnhance = (): void => void (chosen.value = undefined)

  return { chosen, openEnhance, closeEnhance }
})
