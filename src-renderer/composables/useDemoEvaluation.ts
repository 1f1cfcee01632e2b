import { computed, shallowRef, watch } from 'vue'
import { sharedState } from './shared-state'
import { useTask } from './useTask'
import { useWorkspace } from './useWorkspace'

/** The evaluation that a new demo comes with: measured in the background once the demo is on show, by what nobody has changed yet. */
export const useDemoEvaluation = sharedState('demo evaluation', () => {
  const { current } = useWorkspace()
  const task = useTask('evaluation.measureDemo')
  /** The demo that is measured, or was last. */
  const dir = shallowRef<string>()

  watch(
    current,
    (shown) => {
      if (!shown?.isDemo || shown.revision !== MADE || shown.dir === dir.value) return
      dir.value = shown.dir
      void task.run({ dir: shown.dir })
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
