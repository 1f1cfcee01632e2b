import type { ChangeRow } from '../changes'
import type { Columns } from './column'

/** What is told of a change that can be taken back. */
export const CHANGE_COLUMNS = {
  name: { title: 'Change', value: ({ name }) => name },
  what: { title: 'What', value: ({ what }) => what },
  at: { title: 'Made', kind: 'day', none: 'unknown', value: ({ at }) => at },
  state: { title: 'State', value: ({ isUndone }) => (isUndone ? 'undone' : '') },
} as const satisfies Columns<ChangeRow>
