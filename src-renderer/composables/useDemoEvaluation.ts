import { computed, shallowRef, watch } from 'vue'
import { sharedState } from './shared-state'
import { useStatus } from './useStatus'
import { useTask } from './useTask'
import { useWorkspace } from './useWorkspace'

/**
 * The evaluation that a new demo comes with: measured in the background once the demo is on show,
 * by what nobody has changed yet.
 */
export const useDemoEvaluation = sharedState('demo evaluation', () => {
  const { current } = useWorkspace()
  const { announce } = useStatus()
  const task = useTask('evaluation.measureDemo')
  /** The demo that is measured, or was last. */
  const dir = shallowRef<string>()

  async function measure(demo: string): Promise<void> {
    const measured = await task.run({ dir: demo })
    const failed = task.problem.value ?? measured?.failed[0]?.problem
    if (failed)
      announce(`The demo is not measured: ${failed.message} Evaluate can run it again.`, 'danger')
  }

  watch(
    current,
    (shown) => {
      if (!shown?.isDemo || shown.revision !== MADE || shown.dir === dir.value) return
      dir.value = shown.dir
      void measure(shown.dir)
    },
    { immediate: true },
  )

  return {
    task,
    dir,
    isMeasuring: computed(() => task.running.value && dir.value === current.value?.dir),
  }
})

/** The revision of a workspace in which nothing was done since it was made. */
const MADE = 1
