import type { GoldenRow } from '../golden'
import type { Columns } from './column'

/** What is told of a golden query. */
export const GOLDEN_COLUMNS = {
  id: { title: 'Id', value: ({ query }) => query.id },
  text: { title: 'Query', value: ({ query }) => query.text },
  tools: {
    title: 'Right tools',
    kind: 'tools',
    none: 'No tool is right',
    value: ({ tools }) => tools,
  },
  leaks: { title: 'Leaks', value: leakWord },
  tags: { title: 'Tags', value: ({ query }) => query.tags ?? [] },
  besides: { title: 'Expected calls', value: besidesOf },
  origin: { title: 'Labels', value: ({ query }) => query.origin },
} as const satisfies Columns<GoldenRow>

/** What a query repeats, in a word or two. */
function leakWord({ leaks: [first] }: GoldenRow): string {
  if (!first) return ''
  return first.isSame ? first.kind : `nearly: ${first.kind}`
}

/** What a query holds besides its tools, in few words. */
function besidesOf({ query: { turns, calls, grades } }: GoldenRow): string {
  const parts = [
    turns && `${turns.length} before`,
    grades && 'grades',
    calls && (calls.length === 1 ? '1 call' : `${calls.length} calls`),
  ]
  return parts.filter(Boolean).join(', ')
}
