import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import { arrowTable, textsOf } from '../tables/arrow-tables'
import { sealed } from '../tables/sealed-json'
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
    return logOf(await patiently(begun, waitingFor(address)), at)
  } catch (error) {
    const other = await openTable(at).catch(() => undefined)
    if (other) return logOf(other, at)
    throw error
  }
}

const waitingFor = (address: string) => ({ address, what: 'Publishing to' })

/**
 * In the order in which they were appended, as LanceDB scans them; each once, also where two
 * publishers put it back.
 */
const eventsIn = async (table: Table): Promise<string[]> => [
  ...new Set(textsOf(await table.query().select([COLUMN]).toArrow(), COLUMN)),
]

/**
 * What counted before the list was emptied: LanceDB lets two begin one table, and the second, which
 * may come much later, empties what the first began. Nothing where there never was anything.
 */
async function eventsBefore({ database }: PublishedPlace, newest: number): Promise<string[]> {
  if (newest === 1) return []
  const table = await database.openTable(LOG_TABLE)
  try {
    for (let version = newest - 1; version > 0; version--) {
      await table.checkout(version)
      const events = await eventsIn(table)
      if (events.length > 0) return events
    }
    return []
  } catch (error) {
    // Somebody cleaned up old versions.
    if (/Not found/i.test(String(error))) return []
    throw error
  } finally {
    table.close()
  }
}

function logOf(table: Table, at: PublishedPlace): PublishedLog {
  const { address } = at
  let known: { version: number; log: Log } | undefined
  const waiting = { address, what: 'Reading from' }
  const newest = async () => {
    await table.checkoutLatest().catch((error: unknown) => {
      throw /Not found/i.test(String(error)) ? nothingPublished(address) : error
    })
    return table.version()
  }
  const eventsAt = async (version: number) => {
    const events = await eventsIn(table)
    return events.length > 0 ? events : eventsBefore(at, version)
  }
  const add = async (event: LogEvent) => {
    const version = await newest()
    const lost = (await table.countRows()) === 0 ? await eventsBefore(at, version) : []
    await table.add(arrowTable({ [COLUMN]: [...lost, sealed(JSON.stringify(event))] }))
  }
  return {
    async read() {
      const version = await patiently(newest(), waiting)
      if (known?.version === version) return known.log
      known = { version, log: readLog(await patiently(eventsAt(version), waiting), address) }
      return known.log
    },
    async append(event) {
      // Where another publisher emptied the table at the same moment, nothing was appended.
      const again = (error: unknown) => {
        if (/Incompatible transaction/i.test(String(error))) return add(event)
        throw error
      }
      await patiently(add(event).catch(again).catch(again), waitingFor(address))
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
