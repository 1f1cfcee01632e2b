import { z } from 'zod'
import { Problem } from '../../../domain/problem'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { EXCHANGE_VERSION } from '../earlier/archive-migrations'
import { newerVersion } from '../tables/marker'
import { PublishEvent, type LoggedSnapshot } from './events'
import { isAbsent } from './log'
import { publishedKinds, publishedTables } from './publish'

/**
 * What a snapshot holds, as far as this program can read it.
 * @throws Problem `newer-version`, `unreadable`.
 */
export function fullEvent(
  { number, head }: LoggedSnapshot,
  address: string,
  kinds: AnyRecordKinds,
): PublishEvent {
  const what = `Snapshot ${number} of ${address}`
  if (head.schemaVersion > EXCHANGE_VERSION) throw newerVersion(what)
  if (head.schemaVersion < EXCHANGE_VERSION) {
    throw new Problem(
      'unreadable',
      `${what} was published by Pegboard ${head.program}, which kept records in another way.`,
      'Publish the workspace again with this version.',
    )
  }
  const { success, data: event } = PublishEvent.safeParse(head)
  if (!success) throw half(number, address)
  const known = new Set(publishedTables(kinds).map(({ name }) => name))
  const own = publishedKinds(kinds)
  const unknown = [
    ...Object.keys(event.tables).filter((name) => !known.has(name)),
    ...Object.keys(event.summaries).filter((name) => !own[name]),
  ]
  if (unknown.length > 0) throw newerVersion(what)
  for (const [name, summaries] of Object.entries(event.summaries)) {
    const listed = own[name]?.listed
    if (!listed || !('of' in listed)) continue
    const read = z.array(listed.schema).safeParse(summaries)
    if (!read.success) throw half(number, address)
    event.summaries[name] = read.data
  }
  return event
}

/** All that a snapshot cannot do without. */
export const tablesOf = ({ tables, documents, searched }: PublishEvent): { as: string }[] => [
  ...Object.values(tables),
  ...(documents ? [documents] : []),
  ...(searched ? [searched.searched, searched.terms] : []),
]

/** Throws what reading a table threw; of one that is not there, that the snapshot is not whole. */
export const orHalf =
  (number: number, address: string) =>
  (error: unknown): never => {
    throw isAbsent(error) ? half(number, address) : error
  }

export const half = (number: number, address: string): Problem =>
  new Problem(
    'unreadable',
    `Snapshot ${number} of ${address} is not whole: some of what it holds cannot be read.`,
    `Roll back to another one: pegboard rollback ${address} NUMBER. The list of them: pegboard published ${address}`,
  )
