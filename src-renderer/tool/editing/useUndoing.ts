import { useEditHistory, type StepDone } from '../../composables/useEditHistory'
import { useStatus } from '../../composables/useStatus'

/** Undo and redo that say what was done, and show the tool of it. */
export function useUndoing(dir: string, show: (tool: string) => void) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)

  async function take(what: string, act: () => Promise<StepDone | undefined>): Promise<boolean> {
    const done = await act()
    const { message, fix = '' } = history.problem.value ?? {}
    if (message !== undefined) announce(`${message} ${fix}`.trim(), 'danger')
    if (!done || message !== undefined) return false
    announce([`${what}: ${done.step.label}.`, done.said].filter(Boolean).join(' '))
    if (done.tool !== undefined) show(done.tool)
    return true
  }
  return {
    undoable: history.undoable,
    redoable: history.redoable,
    undo: () => take('Undone', history.undo),
    redo: () => take('Done again', history.redo),
  }
}
