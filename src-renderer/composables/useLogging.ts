import { useEditHistory } from './useEditHistory'
import { useStatus } from './useStatus'

/**
 * Notes changes of the logged queries, so that they can be undone like every edit, and says them.
 */
export function useLogging(dir: string) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)

  /** @param change the name of the change in the app; without one, nothing was changed */
  return (change: string | undefined, label: string): void => {
    history.note(label, { change })
    announce(`${label}.`)
  }
}
