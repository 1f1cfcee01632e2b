import { columnsCsv } from '../../../contract/columns/column'
import { basisText, TO_DO_COLUMNS } from '../../../contract/columns/to-do'
import { asks } from '../command'
import { listLines } from '../print-table'

/** What is to be decided, tool by tool. */
export const queue = asks('queue.list', {
  defaults: { limit: 20 },
  csv: ({ rows }) => columnsCsv(TO_DO_COLUMNS, rows),
  print: ({ rows, total, basis }) => [
    ...listLines(TO_DO_COLUMNS, { rows, total, none: 'Nothing asks for a decision.' }),
    basis
      ? basisText(basis)
      : 'What is missed is not known: evaluate the recipe of the workspace on a development set.',
  ],
})
