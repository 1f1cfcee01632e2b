import { ref, shallowRef } from 'vue'
import type { ProblemReport } from '../../../src-main/contract/reply'
import type { ActionInput } from '../../../src-main/features/actions'
import { sharedState } from '../../composables/shared-state'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { askedText, collectedText } from './enhance-words'

/** The one run that has texts proposed: it goes on while another part of the window is on show. */
export const useEnhancing = sharedState('enhancing', () => {
  const { announce } = useStatus()
  const asking = useTask('enhance.run')
  const collecting = useTask('enhance.collect')
  const forgetting = useTask('enhance.forget')
  /** The workspace whose tools were asked about last. */
  const dir = ref<string>()
  /** The tools that it was about; none: all. */
  const ids = shallowRef<readonly string[]>([])

  /** Says how it ended, since whoever started it may look at something else by then. */
  function sayEnd(done: string | undefined, problem: ProblemReport | undefined): void {
    if (done !== undefined) announce(done)
    else if (problem) announce(`Enhancing failed: ${problem.message}`, 'danger')
  }
  /** What came of the run before is not said of this one. */
  function begin(input: Pick<ActionInput<'enhance.run'>, 'dir' | 'ids'>): void {
    dir.value = input.dir
    ids.value = input.ids ?? []
    forgetting.clear()
    asking.clear()
    collecting.clear()
  }
  async function ask(input: ActionInput<'enhance.run'>) {
    begin(input)
    const done = await asking.run(input)
    sayEnd(done && askedText(done), asking.problem.value)
  }
  async function collect(input: ActionInput<'enhance.collect'>) {
    begin(input)
    const done = await collecting.run(input)
    sayEnd(done && collectedText(done), collecting.problem.value)
  }
  return { asking, collecting, forgetting, dir, ids, ask, collect }
})
