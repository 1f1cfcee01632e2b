import { computed, shallowRef } from 'vue'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'

interface Change {
  id: string
  label: string
}

/** What was changed of the logged queries since the window opened, and the way to take it back, the latest first. */
export function useHistoryChanges(dir: string) {
  const { announce } = useStatus()
  const undoing = useTask('history.undo')
  const changes = shallowRef<Change[]>([])
  const last = computed(() => changes.value.at(-1))

  /** Notes a change and says it; without an id nothing was changed. */
  function note(id: string | undefined, label: string): void {
    if (id !== undefined) changes.value = [...changes.value, { id, label }]
    announce(`${label}.`)
  }

  async function undo(): Promise<void> {
    const change = last.value
    if (!change || undoing.running.value) return
    const done = await undoing.run({ dir, change: change.id })
    // One that is not remembered any more never will be.
    if (!done && undoing.problem.value?.code !== 'not-found') return
    changes.value = changes.value.filter((each) => each !== change)
    if (!done) return
    const left =
      done.left > 0
        ? ` ${plural(done.left, 'query was', 'queries were')} changed again since and left as they are.`
        : ''
    announce(`Undone: ${change.label}.${left}`)
  }

  return { last, note, undo, problem: undoing.problem, undoing: undoing.running }
}
