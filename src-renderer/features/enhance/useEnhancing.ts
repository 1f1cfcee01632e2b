import { computed, ref, shallowRef } from 'vue'
import { undoneText } from '../../../src-main/contract/undone-text'
import type { ActionInput } from '../../../src-main/features/actions'
import { failureTexts, outcomeText } from '../../../src-main/features/enhance/shared/improve-lines'
import { sharedState } from '../../composables/shared-state'
import { useForgetting, useNotingIn } from '../../composables/useEditHistory'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { askedText, collectedText } from './enhance-words'

/** The one run that has texts proposed: it goes on while another part of the window is on show. */
export const useEnhancing = sharedState('enhancing', () => {
  const { announce } = useStatus()
  const note = useNotingIn()
  const forget = useForgetting()
  const asking = useTask('enhance.run')
  const collecting = useTask('enhance.collect')
  const improving = useTask('improve.run')
  const forgetting = useTask('enhance.forget')
  /** Takes back what was accepted. */
  const undoing = useTask('changes.undo')
  const running = computed(() => [asking, collecting, improving].some((task) => task.running.value))
  /** The workspace whose tools were asked about last. */
  const dir = ref<string>()
  /** The tools that it was about; none: all. */
  const ids = shallowRef<readonly string[]>([])

  /** What came of the run before is not said of this one. */
  function begin(input: Pick<ActionInput<'enhance.run'>, 'dir' | 'ids'>): void {
    dir.value = input.dir
    ids.value = input.ids ?? []
    for (const task of [asking, collecting, improving, forgetting, undoing]) task.clear()
  }
  /** Says what failed, since whoever started it may look at something else by then. */
  function sayProblem({ problem }: { problem: typeof asking.problem }, what = 'Enhancing'): void {
    if (problem.value) announce(`${what} failed: ${problem.value.message}`, 'danger')
  }
  async function ask(input: ActionInput<'enhance.run'>) {
    begin(input)
    const done = await asking.run(input)
    if (done) announce(askedText(done))
    else sayProblem(asking)
  }
  async function collect(input: ActionInput<'enhance.collect'>) {
    begin(input)
    const done = await collecting.run(input)
    if (done) announce(collectedText(done))
    else sayProblem(collecting)
  }
  async function improve(input: ActionInput<'improve.run'>) {
    begin({ dir: input.dir })
    const done = await improving.run(input)
    if (!done) return sayProblem(improving, 'Writing for what is missed')
    const { accepted, failed } = done
    if (accepted) {
      const label = `Accepted ${plural(accepted.texts, 'text')} of ${plural(accepted.tools, 'tool')}`
      note(input.dir, label, accepted, 'decision')
    }
    const said = [...failureTexts(done), outcomeText(done)].join(' ')
    announce(said, failed.length > 0 ? 'danger' : 'success')
  }
  async function takeBack(change: string) {
    if (dir.value === undefined) return
    const of = dir.value
    const undone = await undoing.run({ dir: of, change })
    if (!undone) return
    forget(of, undone.changes)
    announce(undoneText(undone))
  }
  return {
    asking,
    collecting,
    improving,
    forgetting,
    undoing,
    running,
    dir,
    ids,
    ask,
    collect,
    improve,
    takeBack,
  }
})
