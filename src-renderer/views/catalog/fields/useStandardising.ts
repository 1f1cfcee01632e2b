import { ref } from 'vue'
import type { RouteInput } from '../../../../src-main/contract/routes'
import { sharedState } from '../../../composables/shared-state'
import { useTask } from '../../../composables/useTask'

/** The one run that standardises tools: it goes on while another part of the window is on show. */
export const useStandardising = sharedState('standardising', () => {
  const task = useTask('fields.standardise')
  /** The workspace whose tools were asked about last. */
  const dir = ref<string>()

  function run(input: RouteInput<'fields.standardise'>) {
    dir.value = input.dir
    return task.run(input)
  }
  return { ...task, dir, run }
})
