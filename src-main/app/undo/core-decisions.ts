import type { DecisionKind, Places } from '../context'
import { edgeDecisions, undoEdges } from '../proposals/decide'
import { textDecisions, undoTexts } from '../review/undo'

/** The kinds of proposals that the core has. */
export const CORE_DECISIONS: readonly DecisionKind[] = [
  { id: 'texts', rows: textDecisions, undo: (session, change) => undoTexts(session, { change }) },
  { id: 'edges', rows: edgeDecisions, undo: undoEdges },
]

/** What edits by hand and imports are called beside kinds of decisions. */
export const EDITS = 'edits'

/** Every kind of change, by the name under which the last of it is taken back. */
export const changeKinds = ({ decisions }: Pick<Places, 'decisions'>): string[] => [
  ...decisions.map(({ id }) => id),
  EDITS,
]
