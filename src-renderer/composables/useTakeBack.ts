import type { ActionInput } from '../../src-main/app/actions'
import { leftText } from '../../src-main/contract/undone-text'
import { plural } from '../words/number-words'
import { useEditHistory } from './useEditHistory'
import type { useLookedAt } from './useLookedAt'
import { useTask } from './useTask'

type Which = Omit<ActionInput<'changes.undo'>, 'dir'>

interface Queue extends Pick<ReturnType<typeof useLookedAt>, 'withBusy' | 'sayIfBusy'> {
  list: { reload(): Promise<unknown> }
}

/** Takes decisions of a queue back: the last ones of its kind, unless others are named. Gives the changes of which none is left. */
export function useTakeBack(
  dir: string,
  of: NonNullable<Which['of']>,
  { list, withBusy, sayIfBusy }: Queue,
) {
  const undo = useTask('changes.undo')
  const history = useEditHistory(dir)

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
  return { undo, takeBack }
}
