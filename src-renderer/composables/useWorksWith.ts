import { computed } from 'vue'
import { useWorkspace } from './useWorkspace'

/**
 * The recipe, options and k that the workspace on show works with, and the golden set it is judged
 * on; undefined until it is known.
 */
export function useWorksWith() {
  const { current } = useWorkspace()
  return computed(() => current.value?.worksWith)
}
