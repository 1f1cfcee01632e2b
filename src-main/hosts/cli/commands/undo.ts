import { z } from 'zod'
import { CHANGE_COLUMNS } from '../../../contract/columns/changes'
import { columnsCsv } from '../../../contract/columns/column'
import { undoneText } from '../../../contract/undone-text'
import { Dir } from '../../../contract/workspace'
import { actions } from '../../../features/actions'
import { asks, command } from '../command'
import { whole } from '../flags'
import { listLines } from '../print-table'

const { change, of, proposal, run } = actions['changes.undo'].input.shape

/** Takes changes back, whichever command or window made them. */
export const undo = command({
  summary:
    'undo a change: an edit by hand, an import, or decisions on proposals; --list shows them',
  args: ['change'],
  input: {
    dir: Dir,
    change,
    of,
    proposal,
    run,
    list: z.boolean().default(false).describe('list what can be undone, the newest first'),
    limit: whole(1).default(20).describe('with --list: how many to show'),
  },
  note: 'Changes of logged queries can be undone only in the window, until it is closed: what is removed of them is gone\nfrom the disk.',
  async run(session, { dir, list, limit, ...which }) {
    return list
      ? { listed: await session.request('changes.list', { dir, limit }) }
      : { undone: await session.request('changes.undo', { dir, ...which }) }
  },
  json: ({ listed, undone }) => listed ?? undone,
  csv: ({ listed }) => columnsCsv(CHANGE_COLUMNS, listed?.rows ?? []),
  print: ({ listed, undone }) =>
    listed
      ? listLines(CHANGE_COLUMNS, { ...listed, none: 'Nothing to undo.' })
      : undone
        ? undoneText(undone)
        : [],
})

export const redo = asks('changes.redo', {
  args: ['change'],
  print: ({ what }) => `Made again: ${what}.`,
})
