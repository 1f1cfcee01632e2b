import type { FindingRow } from '../lint'
import type { Columns } from './column'

/** What is told of a finding. */
export const FINDING_COLUMNS = {
  severity: { title: 'Severity', value: ({ severity }) => severity },
  rule: { title: 'Finding', value: ({ rule }) => rule },
  tool: { title: 'Tool', value: ({ tool }) => tool },
  where: { title: 'Where', value: ({ where }) => where },
  what: { title: 'What', value: ({ what }) => what },
  fix: { title: 'What to do', value: ({ fix }) => fix },
  setAside: { title: 'Dismissed because', value: ({ setAside }) => setAside?.reason },
} as const satisfies Columns<FindingRow>
