import { watch } from 'vue'
import type { ActionAnswer } from '../../src-main/features/actions'
import { useShown } from './useShown'
import { useStatus } from './useStatus'
import { useTask } from './useTask'

/** Runs that are not of what is in use now. */
interface OutdatedRuns {
  ids: readonly string[]
  /** What is outdated of them, in any words: what was tried and is still so is not tried again. */
  of: string
  /** Whether they may be measured now without anybody asking for it. */
  byItself: boolean
}

/**
 * Measures runs again that are not of what is in use now: when somebody says so, or by itself where
 * that may be, while on show.
 */
export function useOutdatedRuns(
  dir: string,
  outdated: () => OutdatedRuns | undefined,
  measured: (
    done: ActionAnswer<'evaluation.measureAgain'>,
    ids: readonly string[],
  ) => Promise<unknown> = () => Promise.resolve(),
) {
  const task = useTask('evaluation.measureAgain', { escape: true })
  const { announce } = useStatus()
  const shown = useShown()
  /** Of what was measured by itself, so that what fails is not tried for ever. */
  const tried = new Set<string>()

  async function start(): Promise<void> {
    const ids = outdated()?.ids ?? []
    if (ids.length === 0) return
    const done = await task.run({ dir, runs: [...ids] })
    const failed = done?.failed[0]?.problem
    if (failed) announce(`Not all of it is measured again: ${failed.message}`, 'danger')
    if (done?.runs.length) await measured(done, ids)
  }

  watch(
    () => {
      const runs = shown.value && !task.running.value ? outdated() : undefined
      return runs?.byItself ? JSON.stringify([runs.ids, runs.of]) : undefined
    },
    (key) => {
      if (key === undefined || tried.has(key)) return
      tried.add(key)
      void start()
    },
    { immediate: true },
  )
  return { task, start }
}
