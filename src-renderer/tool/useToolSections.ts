import { reactive, shallowRef } from 'vue'

/** A part of a tool’s page that a feature adds, under a name that none of the core has. */
export type AddedSection = `added:${string}`

/** A part of a tool’s page. */
export type ToolSection =
  'overview' | 'texts' | 'definition' | 'edges' | 'document' | 'source' | AddedSection

/** What of a tool’s page is open, from tool to tool, and what is to be brought into sight. */
export function useToolSections() {
  const open = reactive(new Set<ToolSection>(['overview', 'texts']))
  const wanted = shallowRef<ToolSection>()
  return {
    isOpen: (section: ToolSection): boolean => open.has(section),
    setOpen(section: ToolSection, isOpen: boolean): void {
      if (isOpen) open.add(section)
      else open.delete(section)
    },
    /** Opens a section, and has the page bring it into sight once it is there. */
    reveal(section: ToolSection): void {
      open.add(section)
      wanted.value = section
    },
    /** The section to bring into sight, if any. */
    wanted: (): ToolSection | undefined => wanted.value,
    /** Says that it was brought into sight. */
    arrived: (): void => void (wanted.value = undefined),
  }
}

export type ToolSections = ReturnType<typeof useToolSections>
