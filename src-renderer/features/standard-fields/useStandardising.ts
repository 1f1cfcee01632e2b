import { ref } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import { sharedState } from '../../composables/shared-state'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { doneText } from './field-words'

/** The one run that standardises tools: it goes on while another part of the window is on show. */
export const useStandardising = sharedState('standardising', () => {
  const { announce } = useStatus()
  const task = useTask('fields.standardise')
  /** The workspace whose tools were asked about last. */
  const dir = ref<string>()

  /** Says how it ended, since whoever started it may look at something else by then. */
  async function run(input: ActionInput<'fields.standardise'>) {
    dir.value = input.dir
    const done = await task.run(input)
    const { value: problem } = task.problem
    if (done) announce(doneText(done))
    else if (problem) announce(`Standardising failed: ${problem.message}`, 'danger')
    return done
  }
  return { ...task, dir, run }
})
