import { ref, shallowRef } from 'vue'
import { sharedState } from '../../../composables/shared-state'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'

/** The one run that measures proposed texts: it goes on while another section is on show. */
export const useMeasuring = sharedState('measuring proposals', () => {
  const task = useTask('review.measureAll')
  const { announce } = useStatus()
  /** The workspace whose proposals were measured last. */
  const dir = ref<string>()
  /** Which of them; without, all that are not measured. */
  const last = shallowRef<{ among?: string[] }>({})

  function measure(of: string, which: { among?: string[] } = {}) {
    if (task.running.value) return sayRunning()
    dir.value = of
    last.value = which
    return task.run({ dir: of, ...which })
  }
  /** One that is under way is not begun anew. */
  const sayRunning = (): void => announce('Proposals are being measured already.', 'neutral')
  /** Measures what could not be measured without leave to ask a model. */
  const measureAllowed = () =>
    dir.value === undefined ? undefined : task.run({ dir: dir.value, ...last.value, mayAsk: true })
  const isMeasuring = (of: string): boolean => task.running.value && dir.value === of
  return { ...task, dir, measure, measureAllowed, isMeasuring }
})
