import { onScopeDispose, shallowRef } from 'vue'
import type { LinkPlace, Opened } from '../../src-main/contract/opened'
import { useBridge } from '../bridge/bridge'
import { sharedState } from './shared-state'
import { useNavigation } from './useNavigation'
import { useSections } from './useSections'
import { isCovered } from './useShortcuts'
import { useStatus } from './useStatus'
import { useWorkspace } from './useWorkspace'

/** A file that the system opened with the program; the ticket hands it in. */
export type OpenedFile = Extract<Opened, { kind: 'file' }>

/** Whoever opens more at once did not mean to. */
const MOST_FILES = 20

/** Files that the system opened with the program and about which nobody was asked yet. */
export const useOpenedFiles = sharedState('opened files', () => {
  const waiting = shallowRef<readonly OpenedFile[]>([])
  return {
    waiting,
    add: (file: OpenedFile): void =>
      void (waiting.value = [...waiting.value, file].slice(0, MOST_FILES)),
    /** Takes the one that waits longest. */
    next(): OpenedFile | undefined {
      const [first, ...others] = waiting.value
      if (first) waiting.value = others
      return first
    },
  }
})

/**
 * Follows what the system opens with the program: to be called with what is given once the window
 * shows a workspace.
 */
export function useOpening(): () => void {
  const { opened } = useBridge()
  const { add } = useOpenedFiles()
  const { keepShowing } = useStatus()
  const follow = useFollowing()
  let stop = (): void => undefined
  onScopeDispose(() => stop())

  function take(one: Opened): void {
    if (one.kind === 'file') add(one)
    else if (one.kind === 'refused') keepShowing(one.text)
    else void follow(one.place)
  }
  return () => {
    if (opened) stop = opened.onOpened(take)
  }
}

/**
 * Goes where a link leads, and says so where that is not here. Whoever wrote the link knows no
 * folder but by its name.
 */
function useFollowing(): (place: LinkPlace) => Promise<void> {
  const sections = useSections()
  const { current, entries, list, open } = useWorkspace()
  const { go } = useNavigation()
  const { keepShowing } = useStatus()

  return async ({ workspace, section, tool }) => {
    // Another workspace would take away what is written in a dialog.
    if (isCovered()) return keepShowing('Close what is open, then follow the link again.')
    const wanted = sections.find(({ id }) => id === section)
    if (section !== undefined && !wanted)
      return keepShowing('The link names a part of the window that is not here.')
    await list()
    const found = entries.value.find(({ dir }) => dir.split(/[\\/]/).at(-1) === workspace)
    if (!found) return keepShowing('The link names a workspace that is not here.')
    if (found.dir !== current.value?.dir && !(await open(found.dir))) return
    if (tool !== undefined) go('catalog', { tool })
    else if (wanted) go(wanted.id)
  }
}
