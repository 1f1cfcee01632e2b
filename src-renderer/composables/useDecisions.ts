import { decidedText, type DecideAnswer } from '../../src-main/contract/decision'
import type { ActionInput } from '../../src-main/features/actions'
import { leftText } from '../../src-main/contract/undone-text'
import { capitalised } from '../../src-main/domain/value/capitalised'
import { plural } from '../words/number-words'
import { useEditHistory } from './useEditHistory'
import type { useLookedAt } from './useLookedAt'
import { useTask } from './useTask'

type Which = Omit<ActionInput<'changes.undo'>, 'dir'>
type Deciding = 'review.decide' | 'proposals.decide' | 'writing.decide'

/** A kind of proposal: which action decides it, and what one of them and several are called. */
const KINDS = {
  texts: { action: 'review.decide', called: ['proposed text', 'proposed texts'] },
  edges: { action: 'proposals.decide', called: ['proposed edge', 'proposed edges'] },
  queries: { action: 'writing.decide', called: ['written query', 'written queries'] },
} as const satisfies Record<string, { action: Deciding; called: readonly [string, string] }>

type Kind = keyof typeof KINDS
type Asked<Of extends Kind> = Omit<ActionInput<(typeof KINDS)[Of]['action']>, 'dir'>

interface Queue extends Pick<ReturnType<typeof useLookedAt>, 'withBusy' | 'sayIfBusy'> {
  list: { reload(): Promise<unknown> }
}

/** What was decided, and the way back where there is anything to take back. */
export const decidedWords = (counted: string, verdict: string, done: DecideAnswer): string =>
  `${decidedText(counted, verdict, done)}${done.decided > 0 ? ' U takes it back.' : ''}`

/**
 * Decides what a queue shows, all proposals of one kind, and takes decisions back. Each is a step
 * of undo.
 */
export function useDecisions<Of extends Kind>(
  dir: string,
  of: Of,
  { list, withBusy, sayIfBusy }: Queue,
) {
  const { action, called } = KINDS[of]
  const decide = useTask<Deciding>(action)
  const undo = useTask('changes.undo')
  const history = useEditHistory(dir)
  const counted = (count: number): string => plural(count, called[0], called[1])

  /** Gives the change that was made; nothing where there was none. */
  async function decideAll(asked: Asked<Of>): Promise<string | undefined> {
    const { verdict } = asked
    const done = await withBusy(
      async () => {
        const decided = await decide.run({ dir, ...asked } as ActionInput<Deciding>)
        // Of a refusal, too, the list says why: somebody else decided.
        await list.reload()
        return decided
      },
      (decided) => decidedWords(counted(decided.decided), verdict, decided),
    )
    if (done) history.note(`${capitalised(verdict)} ${counted(done.decided)}`, done, 'decision')
    return done?.change
  }

  /**
   * Takes back the last decisions of the kind, unless others are named; gives the changes of which
   * none is left.
   */
  async function takeBack(which: Which = { of }): Promise<readonly string[]> {
    if (sayIfBusy()) return []
    const undone = await withBusy(
      async () => {
        const taken = await undo.run({ dir, ...which })
        await list.reload()
        return taken
      },
      (taken) =>
        [`${plural(taken.undone, 'decision')} taken back.`, leftText(taken)]
          .filter(Boolean)
          .join(' '),
    )
    history.forget(undone?.changes ?? [])
    return undone?.changes ?? []
  }
  return { decide, undo, decideAll, takeBack }
}
