import type { ListedSource } from '../source'
import type { Columns } from './column'

const KINDS = { stdio: 'started', http: 'asked', config: 'client configuration', files: 'files' }

/** What is told of a source of tools. */
export const SOURCE_COLUMNS = {
  name: { title: 'Source', value: ({ name }) => name },
  kind: { title: 'Read by', value: ({ kind }) => KINDS[kind] },
  where: { title: 'From', value: ({ where }) => where },
  tools: { title: 'Tools', kind: 'count', value: ({ tools }) => tools },
  readAt: { title: 'As of', kind: 'day', value: ({ readAt }) => readAt },
  protocol: { title: 'Protocol', value: ({ protocol }) => protocol },
  found: { title: 'Found since', value: ({ found }) => found && foundText(found) },
} as const satisfies Columns<ListedSource>

/** What a reading found that is not taken over: “2 added, 1 removed”. */
export function foundText({ added, changed, removed }: NonNullable<ListedSource['found']>): string {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const some = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return some.join(', ') || 'no change'
}
