import { useShortcuts } from '../../../composables/useShortcuts'
import { useStatus } from '../../../composables/useStatus'
import {
  useEditHistory,
  type EditHistory,
  type StepDone,
} from '../../../composables/useEditHistory'

/** Undo and redo by button and by keyboard: says what was done, and shows the tool that it was done to. */
export function useUndo(
  dir: string,
  show: (tool: string) => void,
): Pick<EditHistory, 'undoable' | 'redoable' | 'undo' | 'redo' | 'problem' | 'dismiss'> {
  const { announce } = useStatus()
  const history = useEditHistory(dir)

  const saying = (what: string, act: () => Promise<StepDone | undefined>) => async () => {
    const done = await act()
    if (!done) return undefined
    announce([`${what}: ${done.step.label}.`, done.said].filter(Boolean).join(' '))
    if (done.tool !== undefined) show(done.tool)
    return done
  }
  const undo = saying('Undone', history.undo)
  const redo = saying('Done again', history.redo)
  useShortcuts({
    'Mod+Z': ({ shiftKey }) => void (shiftKey ? redo() : undo()),
    'Mod+Y': () => void redo(),
  })

  const { undoable, redoable, problem, dismiss } = history
  return { undoable, redoable, undo, redo, problem, dismiss }
}
