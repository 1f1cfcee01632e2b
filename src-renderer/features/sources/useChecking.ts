import { computed, reactive, shallowRef } from 'vue'
import type { ProblemReport } from '../../../src-main/contract/reply'
import { useTask } from '../../composables/useTask'

/**
 * Reads sources one after the other and writes nothing: each is then listed with what was found, or
 * with why it was not read.
 */
export function useChecking(dir: string, onRead: () => Promise<void>) {
  const reading = useTask('import.preview')
  const problems = reactive(new Map<string, ProblemReport>())
  /** The one that is read now, and how many of how many there were before it. */
  const under = shallowRef<{ name: string; done: number; total: number }>()

  async function check(names: readonly string[]): Promise<void> {
    if (under.value) return
    problems.clear()
    for (const [done, name] of names.entries()) {
      under.value = { name, done, total: names.length }
      await reading.run({ dir, source: { name } })
      if (reading.stopped.value) break
      if (reading.problem.value) problems.set(name, reading.problem.value)
      await onRead()
    }
    under.value = undefined
  }

  const progress = computed(
    () =>
      under.value && {
        what: `Reading ${under.value.name}`,
        done: under.value.done,
        total: under.value.total,
        unit: 'sources',
      },
  )

  return { check, stop: reading.stop, problems, under, progress }
}
