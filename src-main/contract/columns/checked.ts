import type { CheckedContent, CheckedPart } from '../../domain/workspace/check'
import type { Columns } from './column'

const STATES = { whole: 'whole', damaged: 'damaged', unchecked: 'no hash' } as const

/** A part that was checked for damage, with the snapshot that it is of where there are several. */
export interface CheckedRow extends CheckedPart {
  snapshot?: number | undefined
}

/** What is told of what was checked. A snapshot that cannot be looked at is one row. */
export const CHECKED_COLUMNS = {
  snapshot: { title: 'Snapshot', kind: 'count', value: ({ snapshot }) => snapshot },
  name: { title: 'Table', value: ({ name }) => name },
  rows: { title: 'Rows', kind: 'count', value: ({ rows }) => rows },
  state: { title: 'State', value: ({ state }) => STATES[state] },
  fault: { title: 'What', value: ({ fault }) => fault },
} as const satisfies Columns<CheckedRow>

export const checkedRows = (contents: readonly CheckedContent[]): CheckedRow[] =>
  contents.flatMap(({ snapshot, parts, fault }): CheckedRow[] => [
    ...(fault === undefined
      ? []
      : [{ snapshot, name: '', rows: 0, state: 'damaged', fault } as const]),
    ...parts.map((part) => ({ snapshot, ...part })),
  ])
