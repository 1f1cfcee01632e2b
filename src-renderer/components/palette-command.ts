import type { Component } from 'vue'

export interface PaletteCommand {
  id: string
  group: string
  title: string
  detail?: string
  keys?: string
  icon?: Component
  /** Already matched by what offers it: shown whatever is typed. */
  found?: boolean
  run: () => void
}

/** The commands in which all typed words occur. */
export function matching(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ title, detail, group, found }) => {
    const text = `${title} ${detail ?? ''} ${group}`.toLowerCase()
    return found || words.every((word) => text.includes(word))
  })
}
