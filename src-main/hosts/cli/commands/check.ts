import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import { columnsCsv, type Columns } from '../../../contract/columns/column'
import { CHECKED_COLUMNS, checkedRows, type CheckedRow } from '../../../contract/columns/checked'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { command } from '../command'
import { columnsText } from '../print-table'

type Checked = ActionAnswer<'workspace.check'>

export const check = command({
  summary: 'read all of a workspace or of what is published, and say what a disk changed or lost',
  input: {
    workspace: Dir.optional().describe('the workspace'),
    place: z
      .string()
      .min(1)
      .optional()
      .describe('where snapshots are published: a folder or an address; all of them are read'),
    repair: actions['workspace.check'].input.shape.repair,
  },
  note: 'It ends with 1 where anything is damaged. Tables that an older Pegboard wrote are given a hash.',
  async run(session, { workspace, place, repair }) {
    if ((workspace === undefined) === (place === undefined)) {
      throw new Problem(
        'bad-input',
        'It is not said what to check.',
        'Name one: --workspace DIR, or --place PLACE.',
      )
    }
    const dir = workspace ? await session.workspace(workspace) : session.place(place ?? '')
    return session.request('workspace.check', { dir, repair })
  },
  print: (checked) => [
    columnsText(columnsOf(checked), checkedRows(checked.contents)),
    ...verdictLines(checked),
  ],
  csv: ({ contents }) => columnsCsv(CHECKED_COLUMNS, checkedRows(contents)),
  failure: ({ isDamaged, repaired, place }) =>
    isDamaged && !repaired ? new Problem('unreadable', `${place} is damaged.`) : undefined,
})

/** A workspace has no snapshots. */
const columnsOf = ({ contents }: Checked): Columns<CheckedRow> => {
  const { snapshot, ...others } = CHECKED_COLUMNS
  return contents.some((each) => each.snapshot !== undefined) ? { snapshot, ...others } : others
}

function verdictLines({ isDamaged, hashed, wholeBefore, repaired }: Checked): string[] {
  return [
    ...(hashed > 0 ? [`${hashed} tables had no hash, and have one now.`] : []),
    ...(repaired === 'back' ? [`The workspace is as of commit ${wholeBefore ?? ''} again.`] : []),
    ...(repaired === 'kept'
      ? ['What is there is kept as it is, and counts as whole from now on.']
      : []),
    ...(isDamaged || repaired ? [] : ['Nothing is damaged.']),
    ...(isDamaged && !repaired && wholeBefore !== undefined
      ? [
          `Commit ${wholeBefore} before is whole. To go back to it, and lose what came after: --repair back`,
        ]
      : []),
  ]
}
