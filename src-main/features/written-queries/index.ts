import type { Feature } from '../feature'
import { writingActions } from './actions'
import { undoWritten, writtenDecisions } from './decide'

export const writtenQueries = {
  actions: writingActions,
  decisions: [{ id: 'queries', rows: writtenDecisions, undo: undoWritten }],
} satisfies Feature
