import { computed } from 'vue'
import { worksWithOf } from '../../src-main/domain/recipe/option'
import { useSettings } from './useSettings'
import { useWorkspace } from './useWorkspace'

/** The recipe, options and k that the workspace on show works with; undefined until they are known. */
export function useWorksWith() {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  return computed(
    () => current.value?.worksWith ?? (settings.value && worksWithOf({}, settings.value)),
  )
}
