import type { Columns } from '../../../contract/columns/column'
import type { ProposalRow } from '../../../contract/proposal'

/** What is told of a proposed edge. */
export const EDGE_PROPOSAL_COLUMNS = {
  probability: {
    title: 'Confidence',
    kind: 'figure',
    value: ({ probability }) => probability,
  },
  from: { title: 'Tool', value: ({ from }) => from },
  on: { title: 'Needs', value: ({ on, isGone }) => `${on}${isGone ? ' (gone)' : ''}` },
  carriedBy: { title: 'Mostly by', value: ({ carriedBy }) => carriedBy },
  because: {
    title: 'Because',
    value: ({ decision, evidence, edge }) =>
      decision?.reason ?? (evidence.slice(0, 2).join('; ') || edge.reason),
  },
} as const satisfies Columns<ProposalRow>
