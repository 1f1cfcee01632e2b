import { useShortcuts } from '../../composables/useShortcuts'
import { useStatus } from '../../composables/useStatus'
import { useLayerHistory, type LayerHistory, type LayerStep } from './useLayerHistory'

/** Undo and redo by button and by keyboard: says what was done, and shows the tool that it was done to. */
export function useUndo(
  dir: string,
  show: (tool: string) => void,
): Pick<LayerHistory, 'undoable' | 'redoable' | 'undo' | 'redo' | 'problem'> {
  const { announce } = useStatus()
  const history = useLayerHistory(dir)

  const saying = (what: string, act: () => Promise<LayerStep | undefined>) => async () => {
    const step = await act()
    if (!step) return undefined
    announce(`${what}: ${step.label}.`)
    show(step.tool)
    return step
  }
  const undo = saying('Undone', history.undo)
  const redo = saying('Done again', history.redo)
  useShortcuts({
    'Mod+Z': ({ shiftKey }) => void (shiftKey ? redo() : undo()),
    'Mod+Y': () => void redo(),
  })

  const { undoable, redoable, problem } = history
  return { undoable, redoable, undo, redo, problem }
}
