import { CHANGES, type BreakingTool, type Robustness } from './robustness'
import { breaksText, differenceText, keptText } from './words'
import type { Columns, Value } from '../../../contract/columns/column'

type KindRow = Robustness['kinds'][number]

/** Nothing where no query could be compared. */
const told =
  (value: (row: KindRow) => Value) =>
  (row: KindRow): Value =>
    row.queries > 0 ? value(row) : undefined

/** What is told of one kind of change; counts are means over the draws. */
export const ROBUSTNESS_COLUMNS = {
  change: { title: 'Change', value: ({ kind }) => CHANGES[kind].title },
  level: { title: 'Level', value: ({ kind }) => CHANGES[kind].level },
  changed: { title: 'Tools', kind: 'count', value: ({ changed }) => Math.round(changed) },
  before: { title: 'Recall before', kind: 'figure', value: told(({ before }) => before.mean) },
  after: { title: 'After', kind: 'figure', value: told(({ after }) => after.mean) },
  difference: {
    title: 'Difference, points',
    value: told(({ difference }) => differenceText(difference)),
  },
  kept: {
    title: 'Kept',
    value: told(({ kept }) => (kept ? keptText(kept) : 'nothing found before')),
  },
  lost: { title: 'Queries lost', kind: 'count', value: ({ lost }) => Math.round(lost) },
  leftOut: { title: 'Left out', kind: 'count', value: ({ leftOut }) => Math.round(leftOut) },
} as const satisfies Columns<KindRow>

/** What is told of a tool that is lost. */
export const BREAKING_COLUMNS = {
  tool: { title: 'Breaks first', value: ({ tool }) => tool },
  breaks: { title: 'How', value: breaksText },
} as const satisfies Columns<BreakingTool>
