import { plainText } from '../../../../src-main/domain/value/plain-text'
import type { ActionInput } from '../../../../src-main/app/actions'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'
import { useEditHistory } from '../../../composables/useEditHistory'

/** What can be done to whole tools: each is one edit, said when it is done, and can be undone. */
export function useToolEdits(dir: string) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const creating = useTask('catalog.create')
  const copying = useTask('catalog.duplicate')
  const changing = useTask('catalog.change')
  const removing = useTask('catalog.remove')

  /** @param edit absent where nothing was changed, of which there is nothing to undo. */
  function noted(label: string, edit: string | undefined, notices: readonly string[] = []): void {
    if (edit !== undefined) history.note({ label, edit })
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
      noted(`Made ${plainText(made.entry.tool.name)}`, made.edit, made.notices)
      return made.entry.tool.id
    },
    async duplicate(id: ToolId): Promise<ToolId | undefined> {
      const made = await copying.run({ dir, id })
      if (!made) return undefined
      noted(`Made ${plainText(made.entry.tool.name)}, like ${plainText(id)}`, made.edit)
      return made.entry.tool.id
    },
    async change(input: Omit<ActionInput<'catalog.change'>, 'dir'>): Promise<boolean> {
      const done = await changing.run({ dir, ...input })
      if (done) noted(`Changed ${plural(done.changed, 'tool')} alike`, done.edit)
      return done !== undefined
    },
    async remove(ids: ToolId[]): Promise<boolean> {
      const done = await removing.run({ dir, ids })
      const [only] = ids
      const what = ids.length === 1 && only ? plainText(only) : plural(done?.removed ?? 0, 'tool')
      if (done) noted(`Removed ${what}`, done.edit)
      return done !== undefined
    },
  }
}
