import { plainText } from '../../../src-main/domain/value/plain-text'
import type { ActionInput } from '../../../src-main/features/actions'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { useEditHistory } from '../../composables/useEditHistory'

/** What can be done to whole tools: each is one edit, said when it is done, and can be undone. */
export function useToolEdits(dir: string) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const creating = useTask('catalog.create')
  const copying = useTask('catalog.duplicate')
  const changing = useTask('catalog.change')
  const removing = useTask('catalog.remove')

  function noted(label: string, done: { change?: string }, notices: readonly string[] = []): void {
    history.note(label, done)
    announce([`${label}.`, ...notices].join(' '))
  }

  return {
    creating,
    copying,
    changing,
    removing,
    async create(input: Omit<ActionInput<'catalog.create'>, 'dir'>): Promise<ToolId | undefined> {
      const made = await creating.run({ dir, ...input })
      if (!made) return undefined
      noted(`Made ${plainText(made.entry.tool.name)}`, made, made.notices)
      return made.entry.tool.id
    },
    async duplicate(id: ToolId): Promise<ToolId | undefined> {
      const made = await copying.run({ dir, id })
      if (!made) return undefined
      noted(`Made ${plainText(made.entry.tool.name)}, like ${plainText(id)}`, made)
      return made.entry.tool.id
    },
    async change(input: Omit<ActionInput<'catalog.change'>, 'dir'>): Promise<boolean> {
      const done = await changing.run({ dir, ...input })
      if (done) noted(`Changed ${plural(done.changed, 'tool')} alike`, done)
      return done !== undefined
    },
    async remove(ids: ToolId[]): Promise<boolean> {
      const done = await removing.run({ dir, ids })
      const [only] = ids
      const what = ids.length === 1 && only ? plainText(only) : plural(done?.removed ?? 0, 'tool')
      if (done) noted(`Removed ${what}`, done)
      return done !== undefined
    },
  }
}
