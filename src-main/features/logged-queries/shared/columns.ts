import type { LoggedBundle, LoggedQuery } from './answers'
import type { Columns } from '../../../contract/columns/column'

/** What is told of a logged query. */
export const LOGGED_COLUMNS = {
  id: { title: 'Id', value: ({ id }) => id },
  query: { title: 'Query', value: ({ query }) => query },
  tools: { title: 'Tools it took', kind: 'tools', value: ({ tools }) => tools },
  loggedAt: { title: 'Logged', kind: 'day', none: 'unknown', value: ({ loggedAt }) => loggedAt },
  from: {
    title: 'From',
    value: (row) =>
      row.golden === undefined ? sourceText(row) : `${sourceText(row)} · golden in “${row.golden}”`,
  },
} as const satisfies Columns<LoggedQuery>

/** What is told of a bundle. */
export const BUNDLE_COLUMNS = {
  tools: { title: 'Bundle', kind: 'tools', value: ({ tools }) => tools },
  queries: { title: 'Queries', kind: 'count', value: ({ queries }) => queries },
  example: { title: 'Such as', value: ({ example }) => example },
  last: { title: 'Last logged', kind: 'day', none: 'unknown', value: ({ last }) => last },
  first: { title: 'First logged', kind: 'day', none: 'unknown', value: ({ first }) => first },
} as const satisfies Columns<LoggedBundle>

const SOURCES: Record<NonNullable<LoggedQuery['from']>, string> = {
  file: 'a file',
  question: 'the Playground',
  run: 'a run',
  served: 'a served agent',
  synthetic: 'made up',
}

/** How a logged query came here, in words. */
export function sourceText({ from, grade }: Pick<LoggedQuery, 'from' | 'grade'>): string {
  if (from === undefined) return 'unknown'
  return grade === 'fetched' ? `${SOURCES[from]}, fetched only` : SOURCES[from]
}
