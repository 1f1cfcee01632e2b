import type {
  Connection,
  ConnectionOptions,
  Session,
  Table,
  TableNamesOptions,
} from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { Problem } from '../../../domain/problem'
import { claimingNewFolder } from '../../files/owned-folder'
import { inFlight } from './in-flight'

/**
 * A cache for index parts and one for metadata, shared by all databases: LanceDB's own defaults are
 * 6 GB and 1 GB.
 */
const INDEX_CACHE_BYTES = 512n << 20n
const METADATA_CACHE_BYTES = 64n << 20n

let shared: Promise<Session> | undefined

/**
 * LanceDB itself, loaded on first use: its native library takes a while, and reads its log level
 * only once.
 * @throws Problem `unavailable` where its module for this system is not installed or does not load.
 */
export async function lancedb(): Promise<typeof import('@lancedb/lancedb')> {
  process.env['LANCEDB_LOG'] ??= 'error'
  return import('@lancedb/lancedb').catch(() => {
    throw new Problem(
      'unavailable',
      `The store cannot be opened: LanceDB’s module for ${process.platform} ${process.arch} is not installed, or does not load here.`,
      'Install Pegboard again with its optional packages. LanceDB has modules for Linux and Windows, and for macOS on Apple processors.',
    )
  })
}

/** How long closing waits for what LanceDB was asked before. */
const CLOSING_PATIENCE_MS = 10_000

/** The tables of a folder or of an address, open. */
export interface Database {
  tableNames(options?: Partial<TableNamesOptions>): Promise<string[]>
  openTable(name: string, version?: number): Promise<Table>
  createTable(name: string, rows: ArrowTable): Promise<Table>
  dropTable(name: string): Promise<void>
  isOpen(): boolean
  /**
   * Refuses what is asked from now on, and closes once what was asked before is answered: LanceDB’s
   * own connection fails to close meanwhile. What takes longer than `patienceMs` is not waited for;
   * the connection is then closed when that is over.
   */
  close(patienceMs?: number): Promise<void>
}

/**
 * The tables of a folder or of an address; `caches` holds what is read of them, one for all
 * databases if not given.
 */
export async function openDatabase(
  place: string,
  caches?: Session,
  options: Partial<ConnectionOptions> = {},
): Promise<Database> {
  const { connect } = await lancedb()
  // As an option: as an argument of its own, which the types allow as well, it would be ignored.
  const session = caches ?? (await (shared ??= newSession()))
  return databaseOf(await connect(place, { ...options, session }), place)
}

/**
 * LanceDB 0.39 makes an empty folder in the temporary one with each session:
 * https://github.com/lance-format/lance/issues/8948
 */
async function newSession(): Promise<Session> {
  const { Session } = await lancedb()
  return claimingNewFolder(() => new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES))
}

function databaseOf(connection: Connection, place: string): Database {
  const asked = inFlight(() => closed(place))
  void asked.over.then(() => connection.close())
  return {
    tableNames: (options) => asked.run(() => connection.tableNames(options)),
    openTable: (name, version) =>
      asked.run(() => connection.openTable(name, [], version === undefined ? {} : { version })),
    createTable: (name, rows) => asked.run(() => connection.createTable(name, rows)),
    dropTable: (name) => asked.run(() => connection.dropTable(name)),
    isOpen: asked.isOpen,
    async close(patienceMs = CLOSING_PATIENCE_MS) {
      await asked.close(patienceMs)
    },
  }
}

const closed = (place: string): Problem =>
  new Problem(
    'unavailable',
    `What lies in ${place} was closed meanwhile, so no more of it is read or written.`,
    'Open it again, and try again.',
  )
