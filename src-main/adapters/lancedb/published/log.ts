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
    const table = await patiently(begun, waitingFor(address))
    await putBack(table, address)
    return logOf(table, at)
  } catch (error) {
    const other = await openTable(at).catch(() => undefined)
    if (other) return logOf(other, at)
    throw error
  }
}

/** LanceDB lets two begin one table: the second empties what the first began, and puts back what was appended meanwhile. */
async function putBack(table: Table, address: string): Promise<void> {
  const emptied = (await patiently(table.version(), waitingFor(address))) - 1
  if (emptied === 0) return
  await patiently(table.checkout(emptied), waitingFor(address))
  const events = await eventsOf(table, address)
  await patiently(table.checkoutLatest(), waitingFor(address))
  if (events.length > 0) await append(table, events, address)
}

const waitingFor = (address: string) => ({ address, what: 'Publishing to' })

/** In the order in which they were appended, as LanceDB scans them. */
async function eventsOf(table: Table, address: string): Promise<string[]> {
  const rows = table.query().select([COLUMN]).toArrow()
  return textsOf(await patiently(rows, { address, what: 'Reading from' }), COLUMN)
}

/** Once more where another publisher emptied the table at the same moment: nothing was appended then. */
async function append(table: Table, events: readonly string[], address: string): Promise<void> {
  const add = async () => {
    await table.checkoutLatest()
    await table.add(arrowTable({ [COLUMN]: [...events] }))
  }
  const again = (error: unknown) => {
    if (/Incompatible transaction/i.test(String(error))) return add()
    throw error
  }
  await patiently(add().catch(again).catch(again), waitingFor(address))
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
      known = { version, log: readLog(await eventsOf(table, address), address) }
      return known.log
    },
    append: (event) => append(table, [JSON.stringify(event)], address),
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
