import { shallowRef } from 'vue'
import type { ActionAnswer, ActionInput } from '../../src-main/features/actions'
import { STANDARD_FORM } from '../../src-main/domain/agent/form-words'
import { restsOnLines } from '../../src-main/domain/recipe/rests-words'
import { useStatus } from './useStatus'
import { useTask } from './useTask'

type Choice = Omit<ActionInput<'workspace.workWith'>, 'dir'>

/** Has a workspace work with something else, and takes that back. */
export function useAdopting(dir: () => string) {
  const changing = useTask('workspace.workWith')
  const { announce } = useStatus()
  /** What was done here last, as long as it is not taken back. */
  const done = shallowRef<ActionAnswer<'workspace.workWith'>>()

  async function request(choice: Choice): Promise<ActionAnswer<'workspace.workWith'> | undefined> {
    const answer = await changing.run({ dir: dir(), ...choice })
    const { message, fix } = changing.problem.value ?? {}
    if (!answer && message) announce([message, fix].filter(Boolean).join(' '), 'danger')
    return answer
  }

  /** @param what it works with then, in words */
  async function adopt(choice: Choice, what: string): Promise<boolean> {
    done.value = await request(choice)
    if (done.value) {
      const adopted = restsOnLines({ then: done.value.now.restsOn }).map((line) => ` ${line}.`)
      announce(`This workspace works with ${what}.${adopted.join('')}`)
    }
    return done.value !== undefined
  }

  async function undo(): Promise<void> {
    if (!done.value) return
    const { before, now } = done.value
    const form = (before?.form ?? now.form) && { form: before?.form ?? STANDARD_FORM }
    const back = before
      ? { ...before, judgedOn: before.judgedOn ?? null, ...form }
      : { clear: true }
    if (!(await request(back))) return
    done.value = undefined
    announce('Undone: this workspace works with what it did before.')
  }

  return { running: changing.running, done, adopt, undo }
}
