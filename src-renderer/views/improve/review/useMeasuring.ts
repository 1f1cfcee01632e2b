import { ref, shallowRef } from 'vue'
import { sharedState } from '../../../composables/shared-state'
import { useTask } from '../../../composables/useTask'

/** The one run that measures proposed texts: it goes on while another section is on show. */
export const useMeasuring = sharedState('measuring proposals', () => {
  const task = useTask('review.measureAll')
  /** The workspace whose proposals were measured last. */
  const dir = ref<string>()
  /** Which of them; without, all that are not measured. */
  const last = shallowRef<{ among?: string[] }>({})

  function measure(of: string, which: { among?: string[] } = {}) {
    dir.value = of
    last.value = which
    return task.run({ dir: of, ...which })
  }
  /** Measures what could not be measured without leave to ask a model. */
  const measureAllowed = () =>
    dir.value === undefined ? undefined : task.run({ dir: dir.value, ...last.value, mayAsk: true })
  const isMeasuring = (of: string): boolean => task.running.value && dir.value === of
  return { ...task, dir, measure, measureAllowed, isMeasuring }
})
