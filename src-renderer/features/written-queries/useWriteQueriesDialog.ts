import { ref } from 'vue'
import { sharedState } from '../../composables/shared-state'
import { useNavigation } from '../../composables/useNavigation'

/**
 * The one dialog that has golden queries written, whichever button opens it; the first query that
 * is accepted takes some of these buttons away.
 */
export const useWriteQueriesDialog = sharedState('write queries dialog', () => {
  const { go } = useNavigation()
  const isOpen = ref(false)
  function open(): void {
    go('queries')
    isOpen.value = true
  }
  return { isOpen, open }
})
