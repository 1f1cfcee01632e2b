import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import { arrowTable, textsOf } from '../tables/arrow-tables'
import { readLog, type Log, type LogEvent } from './events'
import { isAddress } from '../../../domain/workspace/address'
import { isPublishedFolder, LOG_TABLE, patiently, type PublishedPlace } from './place'

/** The list of what was published at an address: rows that are only ever appended. */
export interface PublishedLog {
  /** As it is now; read again only where anything was appended. @throws Problem. */
  read(): Promise<Log>
  /** One atomic append: this is what makes a snapshot, or another one current. */
  append(event: LogEvent): Promise<void>
}

const COLUMN = 'event'

/** @throws Problem `not-found` where nothing was ever published. */
export async function openLog(at: PublishedPlace): Promise<PublishedLog> {
  const table = await openTable(at)
  if (!table) throw nothingPublished(at.address)
  return logOf(table, at)
}

/** The same, begun where there is none. Another publisher may begin it at the same time. */
export async function beginLog(at: PublishedPlace): Promise<PublishedLog> {
  const there = await openTable(at)
  if (there) return logOf(there, at)
  const { address } = at
  const begun = at.database.createTable(LOG_TABLE, arrowTable({ [COLUMN]: [] }))
  try {
    return logOf(await patiently(begun, { address, what: 'Publishing to' }), at)
  } catch (error) {
    const other = await openTable(at).catch(() => undefined)
    if (other) return logOf(other, at)
    throw error
  }
}

function logOf(table: Table, { address }: PublishedPlace): PublishedLog {
  let known: { version: number; log: Log } | undefined
  const waiting = { address, what: 'Reading from' }
  const newest = async () => {
    await table.checkoutLatest().catch((error: unknown) => {
      throw /Not found/i.test(String(error)) ? nothingPublished(address) : error
    })
    return table.version()
  }
  return {
    async read() {
      const version = await patiently(newest(), waiting)
      if (known?.version === version) return known.log
      // In the order in which they were appended, as LanceDB scans them.
      const rows = await patiently(table.query().select([COLUMN]).toArrow(), waiting)
      known = { version, log: readLog(textsOf(rows, COLUMN), address) }
      return known.log
    },
    async append(event) {
      const row = arrowTable({ [COLUMN]: [JSON.stringify(event)] })
      await patiently(table.add(row), { address, what: 'Publishing to' })
    },
  }
}

/** Nothing where there is none. */
async function openTable({ database, address }: PublishedPlace): Promise<Table | undefined> {
  const opening = database.openTable(LOG_TABLE).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  return patiently(opening, { address, what: 'Reading from' })
}

/** As LanceDB says it of a table, in a folder, an object store or its own service. */
export const isAbsent = (error: unknown): boolean =>
  /Table '[^']*' was not found|TableNotFound|Table not found/i.test(String(error))

/** LanceDB would make a folder that is not there. @throws Problem `not-found`. */
export function requirePublished(address: string): void {
  if (!isAddress(address) && !isPublishedFolder(address)) throw nothingPublished(address)
}

const nothingPublished = (address: string): Problem =>
  new Problem(
    'not-found',
    `Nothing is published at ${address}.`,
    `Correct the address, or publish a workspace there: pegboard publish ${address} --workspace DIR`,
  )
