import type { FieldOrigin, FieldRow, FieldState } from './answers'
import type { Columns } from '../../../contract/columns/column'

/** How far a tool is standardised, in words; in the order in which they are told. */
export const FIELD_STATES: Readonly<Record<FieldState, string>> = {
  data: 'came with the data',
  written: 'written by a model',
  stale: 'stale: the tool changed since',
  refused: 'refused',
  none: 'not standardised',
}

/** Whose words a field is in. */
export const FIELD_ORIGINS: Readonly<Record<FieldOrigin, string>> = {
  author: 'corrected by you',
  data: 'came with the data',
  model: 'written by a model',
  definition: 'as defined',
}

/** How many tools are in each state, those that any is in: `3 written by a model`. */
export const fieldCounts = (counts: Readonly<Record<FieldState, number>>): string[] =>
  Object.entries(FIELD_STATES).flatMap(([state, words]) => {
    const count = counts[state as FieldState]
    return count > 0 ? [`${count.toLocaleString('en')} ${words}`] : []
  })

/** What is told of a tool whose fields are standardised, or are to be. */
export const FIELD_COLUMNS = {
  id: { title: 'Tool', value: ({ id }) => id },
  state: {
    title: 'Fields',
    value: ({ state, isCorrected }) => `${FIELD_STATES[state]}${isCorrected ? ', corrected' : ''}`,
  },
  why: { title: 'Why', value: ({ why }) => why },
} as const satisfies Columns<FieldRow>
