import { watch } from 'vue'
import { useNavigation } from './useNavigation'
import { useSections, type Section } from './useSections'
import { useSettings } from './useSettings'

/** Where a person begins who was never here before. */
const FIRST: Section = 'playground'

/**
 * Remembers in the settings which section is on show. To be called with what is given once the
 * settings are read: it opens the section that was on show when the window was last closed, unless
 * the address names one.
 */
export function useStartSection(): () => void {
  const sections = useSections()
  const { section, isAddressed, go } = useNavigation()
  const { settings, write } = useSettings()

  watch(section, (now) => {
    if (settings.value && settings.value.section !== now) void write({ section: now })
  })

  return () => {
    if (isAddressed()) return
    go(sections.find(({ id }) => id === settings.value?.section)?.id ?? FIRST)
  }
}
