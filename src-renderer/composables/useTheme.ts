import { computed, ref, watchEffect, type ComputedRef, type Ref } from 'vue'
import type { Settings } from '../../src-main/domain/settings'

type Theme = Settings['theme']

const system = matchMedia('(prefers-color-scheme: dark)')
const theme = ref<Theme>('system')
const systemIsDark = ref(system.matches)
system.addEventListener('change', ({ matches }) => (systemIsDark.value = matches))

const resolved = computed(() =>
  theme.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : theme.value,
)
watchEffect(() => (document.documentElement.dataset.theme = resolved.value))

/** The theme as set, and as it is on screen: `resolved` stands in `data-theme` on the root element. */
export function useTheme(): { theme: Ref<Theme>; resolved: ComputedRef<'light' | 'dark'> } {
  return { theme, resolved }
}
