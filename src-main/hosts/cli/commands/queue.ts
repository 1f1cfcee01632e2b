import { columnsCsv } from '../../../contract/columns/column'
import {
  basisText,
  failedKindText,
  howToDecide,
  outdatedBasisText,
  placeText,
  TO_DO_COLUMNS,
  TO_DO_ITEM_COLUMNS,
} from '../../../contract/columns/to-do'
import type { QueueToolAnswer, ToDoBasis } from '../../../contract/to-do'
import { plainText } from '../../../domain/value/plain-text'
import { asks, type CommandGroup } from '../command'
import { columnsText, listLines } from '../print-table'
import { shortId } from '../../../domain/run/run-names'

export const queue: CommandGroup = {
  summary: 'list what asks for a decision',
  byDefault: 'list',
  commands: {
    list: asks('queue.list', {
      defaults: { limit: 20 },
      csv: ({ rows }) => columnsCsv(TO_DO_COLUMNS, rows),
      print: ({ rows, total, basis, failed = [], untaken }) => [
        ...listLines(TO_DO_COLUMNS, { rows, total, none: 'Nothing asks for a decision.' }),
        ...missedLines(basis),
        ...failed.map(failedKindText),
        ...(untaken > 0 ? [untakenText(untaken)] : []),
      ],
    }),
    show: asks('queue.tool', {
      args: ['tool'],
      csv: ({ items }) => columnsCsv(TO_DO_ITEM_COLUMNS, items),
      print: itemLines,
    }),
  },
}

function missedLines(basis: ToDoBasis | undefined): string[] {
  if (!basis) {
    return [
      'What is missed is not known: evaluate the recipe of the workspace on a development set.',
    ]
  }
  const outdated = outdatedBasisText(basis)
  const again = `Measure again: pegboard again ${shortId(basis.run)}`
  return [basisText(basis), ...(outdated === undefined ? [] : [outdated, again])]
}

const untakenText = (untaken: number): string =>
  `Of ${untaken} ${untaken === 1 ? 'search' : 'searches'} agents took nothing, or asked again: pegboard served list --show 'nothing taken'.`

function itemLines({ items, basis, failed = [] }: QueueToolAnswer): string[] {
  const notes = [...missedLines(basis), ...failed.map(failedKindText)]
  if (items.length === 0) return ['Nothing of this tool asks for a decision.', ...notes]
  const agents = items.flatMap((item) => (item.kind === 'served' ? item.missedBy : []))
  const missed = items.flatMap((item) => (item.kind === 'missed' ? item.queries : []))
  return [
    columnsText(TO_DO_ITEM_COLUMNS, items),
    ...missed.map((query) => `  ${placeText(query).padEnd(8)}  ${plainText(query.text)}`),
    ...agents.map(({ query }) => `  agent     ${plainText(query)}`),
    ...notes,
    ...new Set(items.map(howToDecide)),
  ]
}
