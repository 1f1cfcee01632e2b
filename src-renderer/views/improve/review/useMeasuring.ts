import { ref } from 'vue'
import { sharedState } from '../../../composables/shared-state'
import { useTask } from '../../../composables/useTask'

/**
 * The one run that measures all proposed texts: it goes on while another face of the catalog is on
 * show.
 */
export const useMeasuring = sharedState('measuring proposals', () => {
  const task = useTask('review.measureAll')
  /** The workspace whose proposals were measured last. */
  const dir = ref<string>()

  function measure(of: string, mayAsk = false) {
    dir.value = of
    return task.run({ dir: of, mayAsk })
  }
  const isMeasuring = (of: string): boolean => task.running.value && dir.value === of
  return { ...task, dir, measure, isMeasuring }
})
