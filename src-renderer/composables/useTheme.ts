import { computed, onScopeDispose, shallowRef, watchEffect } from 'vue'
import type { Settings } from '../../src-main/domain/workspace/settings'
import { sharedState } from './shared-state'

/**
 * The theme as set, and as it is on screen: `resolved` stands in `data-theme` on the root element.
 */
export const useTheme = sharedState('theme', () => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const theme = shallowRef<Settings['theme']>('system')
  const systemIsDark = shallowRef(system.matches)

  const follow = ({ matches }: MediaQueryListEvent): void => void (systemIsDark.value = matches)
  system.addEventListener('change', follow)
  onScopeDispose(() => system.removeEventListener('change', follow))

  const resolved = computed(() => {
    if (theme.value !== 'system') return theme.value
    return systemIsDark.value ? 'dark' : 'light'
  })
  watchEffect(() => (document.documentElement.dataset.theme = resolved.value))

  return { theme, resolved }
})
