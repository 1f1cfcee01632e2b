import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../app/actions'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import type { CheckedPart } from '../../../domain/workspace/check'
import { command } from '../command'
import { plainText, tableText } from '../print-table'

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
  print: (checked) => [...checked.contents.flatMap(contentLines), ...verdictLines(checked)],
  failure: ({ isDamaged, repaired, place }) =>
    isDamaged && !repaired ? new Problem('unreadable', `${place} is damaged.`) : undefined,
})

function contentLines({ snapshot, parts, fault }: Checked['contents'][number]): string[] {
  const rows = parts.map((part) => [
    part.name,
    String(part.rows),
    STATES[part.state],
    faultOf(part),
  ])
  return [
    ...(snapshot === undefined ? [] : [`Snapshot ${snapshot}:`]),
    ...(fault === undefined ? [] : [plainText(fault)]),
    ...(rows.length > 0 ? [tableText(['table', 'rows', 'state', 'what'], rows)] : []),
  ]
}

const faultOf = ({ fault = '' }: CheckedPart): string => plainText(fault)

const STATES = { whole: 'whole', damaged: 'damaged', unchecked: 'no hash' } as const

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
