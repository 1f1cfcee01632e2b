import { useEventListener } from '@vueuse/core'
import type { SectionInfo } from './useSections'
import { useShown } from './useShown'

/** Shortcuts as people read them, shown under Help. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const shortcutsHelp = (
  sections: readonly SectionInfo[],
): { keys: string; what: string }[] => [
  { keys: 'Mod+K', what: 'Command palette: a view, a tool, a workspace, an action' },
  ...sections.map(({ shortcut, title }) => ({ keys: shortcut, what: title })),
  { keys: '?', what: 'Help: keys, terms, chapters' },
  { keys: 'Mod+I', what: 'Import a catalog or a golden set' },
  { keys: 'Mod+S', what: 'Save what was written of the open tool' },
  { keys: 'Mod+Z', what: 'Undo the last edit of the catalog; with Shift, do it again' },
  { keys: 'T', what: 'In the Playground: tick the tool as right for the query' },
  { keys: 'G', what: 'In the Playground: save the query as a golden one with the ticked tools' },
  { keys: 'W', what: 'In the Playground: why a tool is not in the set' },
  { keys: 'N', what: 'Write a new golden query, where they are listed' },
  { keys: '/', what: 'Search the list on show' },
  { keys: 'Enter', what: 'Run, or open the row' },
  { keys: 'Space', what: 'Select the row; with Shift and an arrow, those in between' },
  { keys: 'A', what: 'In Improve: accept what is proposed' },
  { keys: 'E', what: 'In Improve: edit what is proposed, or the tool' },
  { keys: 'S', what: 'In Improve: skip, and go on' },
  { keys: 'X', what: 'In Improve: reject what is proposed; dismiss or restore a finding' },
  { keys: 'U', what: 'In Improve: undo the last change' },
  { keys: 'C', what: 'Put the two tools of a finding or pair side by side' },
  { keys: 'Escape', what: 'Stop what is running; close what is open' },
]

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isTick(target) &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Into these nothing is typed. */
const isTick = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type)

/** The event as a shortcut's text, such as `Mod+K`. */
export function keysOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  return event.metaKey || event.ctrlKey ? `Mod+${key}` : key
}

/** What text fields do themselves, with what is typed into them. */
const OF_TEXT = new Set(['Mod+Z', 'Mod+Y'])

/**
 * What has the keyboard to itself while it is open, Esc above all; in a menu a letter goes to the
 * action that begins with it.
 */
const ON_TOP = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role=${role}][data-state=open]`)
  .join(', ')

/**
 * Whether something is open that has the keyboard to itself.
 * @param by unless this stands within it
 */
export const isCovered = (by?: Node | null): boolean =>
  [...document.querySelectorAll(ON_TOP)].some((open) => !by || !open.contains(by))

/**
 * Listens for shortcuts while the component is on show. Keys without Mod, and undo, leave text
 * fields alone.
 */
export function useShortcuts(handlers: Record<string, (event: KeyboardEvent) => void>): void {
  const shown = useShown()

  function listen(event: KeyboardEvent): void {
    const keys = keysOf(event)
    const handler = handlers[keys]
    if (!handler || !shown.value || event.defaultPrevented || event.altKey) return
    const isForView = keys.startsWith('Mod+') && !OF_TEXT.has(keys)
    if (!isForView && (isWriting(event.target) || isCovered())) return
    event.preventDefault()
    handler(event)
  }
  useEventListener('keydown', listen)
}
