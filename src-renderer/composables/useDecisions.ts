import { decidedText, type DecideAnswer } from '../../src-main/contract/decision'
import type { Verdict } from '../../src-main/domain/proposal/verdict'
import type { ActionAnswer, ActionInput, ActionName } from '../../src-main/features/actions'
import { leftText } from '../../src-main/contract/undone-text'
import { capitalised } from '../../src-main/domain/value/capitalised'
import { plural } from '../words/number-words'
import { useEditHistory } from './useEditHistory'
import type { useLookedAt } from './useLookedAt'
import { useTask } from './useTask'

type Which = Omit<ActionInput<'changes.undo'>, 'dir'>
/** Actions that decide proposals of a kind. */
type Deciding = {
  [Name in ActionName]: ActionInput<Name> extends { dir: string; verdict: Verdict }
    ? ActionAnswer<Name> extends DecideAnswer
      ? Name
      : never
    : never
}[ActionName]

/** A kind of proposal. */
export interface ProposalKind<Action extends Deciding> {
  /** By which the last decision of the kind is taken back. */
  of: string
  /** What decides it. */
  action: Action
  /** What one of them is called, and several. */
  called: readonly [one: string, several: string]
}

export const TEXTS: ProposalKind<'review.decide'> = {
  of: 'texts',
  action: 'review.decide',
  called: ['proposed text', 'proposed texts'],
}
export const EDGES: ProposalKind<'proposals.decide'> = {
  of: 'edges',
  action: 'proposals.decide',
  called: ['proposed edge', 'proposed edges'],
}

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
export function useDecisions<Action extends Deciding>(
  dir: string,
  { of, action, called }: ProposalKind<Action>,
  { list, withBusy, sayIfBusy }: Queue,
) {
  const decide = useTask<Deciding>(action)
  const undo = useTask('changes.undo')
  const history = useEditHistory(dir)
  const counted = (count: number): string => plural(count, called[0], called[1])

  /** Gives the change that was made; nothing where there was none. */
  async function decideAll(asked: Omit<ActionInput<Action>, 'dir'>): Promise<string | undefined> {
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
