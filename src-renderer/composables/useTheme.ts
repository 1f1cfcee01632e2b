import { usePreferredDark } from '@vueuse/core'
import { computed, shallowRef, watchEffect } from 'vue'
import type { Settings } from '../../src-main/domain/workspace/settings'
import { sharedState } from './shared-state'

/**
 * The theme as set, and as it is on screen: `resolved` stands in `data-theme` on the root element.
 */
export const useTheme = sharedState('theme', () => {
  const theme = shallowRef<Settings['theme']>('system')
  const systemIsDark = usePreferredDark()

  const resolved = computed(() => {
    if (theme.value !== 'system') return theme.value
    return systemIsDark.value ? 'dark' : 'light'
  })
  watchEffect(() => (document.documentElement.dataset.theme = resolved.value))

  return { theme, resolved }
})
