import { inject, type Component, type InjectionKey } from 'vue'

/** By name, also those of features that the core leads to. */
export type Section =
  'playground' | 'catalog' | 'queries' | 'improve' | 'evaluation' | 'serve' | 'settings'

/** One section of the window, as rail, palette, shortcuts, address and help show it. */
export interface SectionInfo {
  /** Stands in the address. */
  id: Section
  title: string
  icon: Component
  shortcut: string
  view: Component
}

/**
 * Provided with the app; a composable cannot import the list, as the views in it import
 * composables.
 */
export const sectionsKey: InjectionKey<readonly SectionInfo[]> = Symbol('sections')

/** The window's sections in the order they are shown. */
export function useSections(): readonly SectionInfo[] {
  const sections = inject(sectionsKey)
  if (!sections) throw new Error('No sections are provided to this app.')
  return sections
}
