import type { UndoneAnswer } from '../../src-main/contract/changes'
import { Failure, failure, type Answers } from './bridge-script'

/** What taking a change back says, where all of it is put back. */
export const undone = (change: string, of: Partial<UndoneAnswer> = {}): UndoneAnswer => ({
  what: 'Changed it',
  undone: 1,
  putBack: 1,
  left: 0,
  gone: 0,
  changes: [change],
  ...of,
})

/** Puts something back, or says why it cannot be. */
type Step = () => unknown

export type ChangesKept = ReturnType<typeof changesKept>

/**
 * Changes that can be taken back, or made again, each by its name; without one, the last that was
 * not taken back.
 */
export function changesKept() {
  const steps = new Map<string, { back: Step; again: Step }>()
  const standing: string[] = []
  return {
    /** @param again left out: it is not made again. */
    note(back: Step, again: Step = () => undefined): { change: string } {
      const change = `change ${steps.size + 1}`
      steps.set(change, { back, again })
      standing.push(change)
      return { change }
    },
    answers: {
      'changes.undo': ({ change = standing.at(-1) ?? '' }) => {
        const step = steps.get(change)
        if (!step) return failure({ code: 'not-found', message: 'There is nothing to take back.' })
        standing.splice(standing.indexOf(change), 1)
        const refused = step.back()
        return refused instanceof Failure ? refused : undone(change)
      },
      'changes.redo': ({ change }) => {
        steps.get(change)?.again()
        standing.push(change)
        return undone(change)
      },
    } satisfies Answers,
  }
}
