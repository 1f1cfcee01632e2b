import { hash } from 'node:crypto'
import type { Table } from '@lancedb/lancedb'
import { parseExact } from '../../domain/value/exact-json'
import type { RecordTable } from '../../domain/workspace/record-kinds'
import { laterTextsOf, numbersOf, textsOf, type ArrowRows } from './tables/arrow-tables'
import type { Manifest } from './folder/manifest'
import type { Database } from './tables/database'
import { soundFiles } from './tables/sound-files'
import { rowSum, sumOf } from './tables/row-sum'
import { ChangedRows, DamagedTable, isRefusal, readProblem } from './tables/storage-problem'
import { isOneOf, type StoredTable } from './tables/workspace-tables'

/** A row of a table: the key of the record it belongs to, and its value. */
export interface Row {
  key: string
  value: unknown
}

/** A row whose value is read when it is called for. */
export interface LaterRow {
  id: string
  /** @throws Problem `unreadable` naming the damaged table. */
  read(): unknown
  /** Whether another row of any commit holds just the same value. */
  isAs?(other: LaterRow): boolean
  /** Names the value. */
  version?(): string
}

/** Told how many rows have been read. */
export type OnRows = (rows: number) => void

/** A workspace as one commit left it, whatever is being written meanwhile. */
export interface Snapshot {
  manifest: Manifest
  /**
   * All rows in no particular order, their values to be read later: of many, few are ever looked
   * at.
   */
  laterRows(table: StoredTable, onRows?: OnRows): Promise<LaterRow[]>
  /**
   * Rows in the order of their position where the table has one. Of one record where `key` names
   * it.
   */
  rows(table: StoredTable, order: 'any' | 'position', key?: string): Promise<Row[]>
  /**
   * All rows that can be read, in no particular order: a damaged file takes only what it holds
   * along.
   */
  soundRows(table: StoredTable): Promise<SoundRows>
}

interface SoundRows {
  /** Whether the rows are those that were written, as far as that is known. */
  isAsWritten: boolean
  /** What is no JSON has no value. */
  rows: Row[]
  /** Rows of files that cannot be read. */
  lost: number
}

export interface Readable {
  dir: string
  manifest(): Promise<Manifest>
  /** Where the tables are that a manifest names. */
  databaseOf(manifest: Manifest): Database
  /** The revision of the last commit before one that is whole, where that is known. */
  wholeBefore?(manifest: Manifest): Promise<number | undefined>
}

/**
 * Reads from the last commit of any process. A version of a table may vanish below a reader once it
 * is old enough to be cleaned up, and the whole folder may be replaced by another: then it is read
 * again.
 * @throws Problem `unreadable` naming the damaged table.
 */
export async function readSnapshot<T>(
  workspace: Readable,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  for (;;) {
    const manifest = await workspace.manifest()
    try {
      const found = await read(snapshotAt(workspace, manifest))
      if (isInSameFolder(await workspace.manifest(), manifest)) return found
    } catch (error) {
      const now = await workspace.manifest()
      const isAsBefore = isInSameFolder(now, manifest) && hasSameTables(now, manifest)
      if (!isAsBefore) continue
      if (error instanceof DamagedTable && error.cause instanceof ChangedRows)
        error.wholeBefore = await workspace.wholeBefore?.(manifest)
      throw readProblem(error, workspace.dir)
    }
  }
}

const hasSameTables = (now: Manifest, before: Manifest): boolean =>
  JSON.stringify(now.tables) === JSON.stringify(before.tables)

/**
 * Whether no other folder came in place of the one that was read, not even a copy of the same
 * workspace.
 */
const isInSameFolder = (now: Manifest, before: Manifest): boolean =>
  now.id === before.id &&
  now.folder?.file === before.folder?.file &&
  now.folder?.bornNs === before.folder?.bornNs

function snapshotAt(workspace: Readable, manifest: Manifest): Snapshot {
  const { dir } = workspace
  const database = workspace.databaseOf(manifest)
  return {
    manifest,
    async laterRows(table, onRows) {
      const state = manifest.tables[table.name]
      if (!state) return []
      const rows: LaterRow[] = []
      try {
        const at = await database.openTable(table.name, state.version)
        const sum = rowSum(table.columns)
        for await (const batch of at.query().select([...table.columns])) {
          if (state.sum !== undefined) sum.add(batch)
          for (const row of laterRowsOf(batch, table, dir)) rows.push(row)
          onRows?.(rows.length)
        }
        at.close()
        requireSum(state, sum.text())
      } catch (error) {
        throw new DamagedTable(table, error)
      }
      return rows
    },
    async rows(table, order, key) {
      const state = manifest.tables[table.name]
      if (!state) return []
      try {
        const at = await database.openTable(table.name, state.version)
        const isWhole = key === undefined || (!table.readInPart && state.rows <= MOST_READ_FOR_ONE)
        const rows = isWhole
          ? rowsOf(await wholeTable(at, table, state), table, { order, key })
          : await rowsOfOne(at, { table, columns: [...table.columns], key, order })
        at.close()
        return rows
      } catch (error) {
        throw new DamagedTable(table, error)
      }
    },
    async soundRows(table) {
      const state = manifest.tables[table.name]
      if (!state) return { rows: [], lost: 0, isAsWritten: true }
      try {
        const at = await database.openTable(table.name, state.version)
        const parts = await soundParts(at, table)
        at.close()
        const rows = parts.flatMap((part) => soundRowsOf(part, table))
        const lost = state.rows - rows.length
        // A version that was cleaned up below its reader is not damaged: it is read again as it is
        // now.
        const isAsWritten = lost !== 0 || parts.length !== 1 || hasSum(state, parts[0], table)
        if (lost === 0 || hasSameTables(await workspace.manifest(), manifest))
          return { rows, lost, isAsWritten }
        throw new Error('The table was written meanwhile.')
      } catch (error) {
        throw new DamagedTable(table, error)
      }
    },
  }
}

/**
 * Rows of a table that are read for one of its records: only as a whole is it seen that a disk
 * changed some.
 */
const MOST_READ_FOR_ONE = 10_000

type TableState = Manifest['tables'][string]

/** @throws ChangedRows where the rows of a table are not those that were written. */
export function requireSum({ sum }: Pick<TableState, 'sum'>, found: string): void {
  if (sum !== undefined && sum !== found) throw new ChangedRows()
}

const hasSum = ({ sum }: TableState, rows: ArrowRows | undefined, { columns }: StoredTable) =>
  sum === undefined || rows === undefined || sumOf(rows, columns) === sum

async function wholeTable(at: Table, table: StoredTable, state: TableState): Promise<ArrowRows> {
  const rows = await at
    .query()
    .select([...table.columns])
    .toArrow()
  if (!hasSum(state, rows, table)) throw new ChangedRows()
  return rows
}

/** All rows of a table at once, or where that fails those of each file that can be read. */
async function soundParts(at: Table, { columns: all }: StoredTable): Promise<ArrowRows[]> {
  const columns = [...all]
  try {
    return [await at.query().select(columns).toArrow()]
  } catch (error) {
    if (isRefusal(error)) throw error
    return soundFiles(at, columns)
  }
}

function soundRowsOf(part: ArrowRows, { key, value }: StoredTable): Row[] {
  const values = textsOf(part, value)
  return textsOf(part, key).map((rowKey, at) => ({ key: rowKey, value: parsed(values[at]) }))
}

function parsed(text = ''): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

interface OneRecord {
  table: StoredTable
  columns: string[]
  key: string
  order: 'any' | 'position'
}

/**
 * The rows of one record. Those of others may be damaged: then its own are looked for file by file.
 */
async function rowsOfOne(at: Table, { table, columns, key, order }: OneRecord): Promise<Row[]> {
  try {
    const filter = isOneOf(table.key, [key])
    return rowsOf(await at.query().select(columns).where(filter).toArrow(), table, { order })
  } catch (error) {
    for (const file of await soundFiles(at, columns)) {
      const own = rowsOf(file, table, { order, key })
      if (own.length > 0) return own
    }
    throw error
  }
}

interface Batch {
  bytesOf(row: number): Buffer
  table: StoredTable
  dir: string
}

/**
 * Of a class, as there are many: functions of their own would take more room than what they read.
 */
class BatchRow implements LaterRow {
  constructor(
    readonly id: string,
    private readonly row: number,
    private readonly batch: Batch,
  ) {}

  read(): unknown {
    const { table, dir } = this.batch
    try {
      return parseExact(this.bytes().toString())
    } catch (error) {
      throw readProblem(new DamagedTable(table, error), dir)
    }
  }

  isAs(other: LaterRow): boolean {
    return other instanceof BatchRow && this.bytes().equals(other.bytes())
  }

  version(): string {
    return hash('sha1', this.bytes(), 'base64')
  }

  private bytes(): Buffer {
    return this.batch.bytesOf(this.row)
  }
}

/** The rows of a batch, each to be read when it is looked at. */
export function laterRowsOf(batch: ArrowRows, table: StoredTable, dir: string): LaterRow[] {
  const batchRead = { bytesOf: laterTextsOf(batch, table.value), table, dir }
  return textsOf(batch, table.key).map((id, row) => new BatchRow(id, row, batchRead))
}

interface WantedRows {
  order: 'any' | 'position'
  /** Of this record alone. */
  key?: string | undefined
}

/** Only those rows are parsed that are wanted. */
function rowsOf(
  columns: ArrowRows,
  { key, value }: RecordTable,
  { order, key: wanted }: WantedRows,
): Row[] {
  const values = textsOf(columns, value)
  const positions = order === 'position' ? numbersOf(columns, 'position') : []
  const rows = textsOf(columns, key).flatMap((rowKey, at) => {
    if (wanted !== undefined && rowKey !== wanted) return []
    return [{ key: rowKey, value: parseExact(values[at] ?? 'null'), at }]
  })
  if (order === 'position') rows.sort((a, b) => (positions[a.at] ?? 0) - (positions[b.at] ?? 0))
  return rows.map(({ key, value }) => ({ key, value }))
}
