import { hash } from 'node:crypto'
import type { Table } from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { parseExact } from '../../../domain/value/exact-json'
import { isOneOf } from '../tables/conditions'
import { laterTextsOf, numbersOf, textsOf, type ArrowRows } from '../tables/arrow-tables'
import { rowSum } from '../tables/row-sum'
import { soundRowsOf } from '../tables/sound-files'
import { ChangedRows, DamagedPart, isRefusal, readProblem } from '../tables/storage-problem'
import type { Head, Part } from './head'
import { arrowRows, HASHED_COLUMNS } from './rows'
import type { StoredPart } from './stored-part'

/** A row: the key of the record it belongs to, and its value. */
export interface Row {
  key: string
  value: unknown
}

/** A row whose value is read when it is called for. */
export interface LaterRow {
  id: string
  /** @throws Problem `unreadable` naming the damaged part. */
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
  head: Head
  /** All rows in no particular order, their values to be read later: of many, few are looked at. */
  laterRows(part: StoredPart, onRows?: OnRows): Promise<LaterRow[]>
  /** Rows, by their position where they have one. Of one record where `key` names it. */
  rows(part: StoredPart, key?: string): Promise<Row[]>
  /** All rows that can be read: a damaged file takes only what it holds along. */
  soundRows(part: StoredPart): Promise<SoundRows>
}

/** A snapshot of a workspace's own table. */
export interface StoredSnapshot extends Snapshot {
  /** All rows as they are stored: columns `key`, `position` and `value`. */
  stored(part: StoredPart): Promise<ArrowTable>
}

interface SoundRows {
  /** Whether the rows are those that were written, as far as that is known. */
  isAsWritten: boolean
  /** What is no JSON has no value. */
  rows: Row[]
  /** Rows that cannot be read. */
  lost: number
}

/** The table as one commit left it. */
export interface CommittedTable {
  dir: string
  head: Head
  table(): Promise<Table>
}

/** Rows of a part that are read whole for one of its records: only so is their hash compared. */
const MOST_READ_FOR_ONE = 10_000

export function snapshotAt({ dir, head, table: open }: CommittedTable): StoredSnapshot {
  const found = async <T>(
    part: StoredPart,
    read: (state: Part, table: Table) => Promise<T>,
    none: T,
  ) => {
    const state = head.parts[part.name]
    if (!state) return none
    try {
      return await read(state, await open())
    } catch (error) {
      throw error instanceof DamagedPart ? error : new DamagedPart(part, error)
    }
  }
  return {
    head,
    laterRows: (part, onRows) =>
      found(
        part,
        async (state, table) => {
          const later = (batch: ArrowRows) =>
            laterRowsOf(batch, { key: 'key', value: 'value', part, dir })
          const rows: LaterRow[] = []
          try {
            for await (const batch of batchesOf(table, part, state)) {
              for (const row of later(batch)) rows.push(row)
              onRows?.(rows.length)
            }
          } catch (error) {
            if (isRefusal(error) || error instanceof ChangedRows) throw error
            // A damaged file may hold rows of other parts alone.
            return (await wholePart(table, part, state)).flatMap(later)
          }
          return rows
        },
        [],
      ),
    rows: (part, key) =>
      found(
        part,
        async (state, table) => {
          const isWhole = key === undefined || (!part.readInPart && state.rows <= MOST_READ_FOR_ONE)
          const batches = isWhole
            ? await wholePart(table, part, state)
            : await rowsOfKey(table, part, key)
          return parsedRows(batches, key)
        },
        [],
      ),
    stored: (part) =>
      found(
        part,
        async (state, table) => joined(await wholePart(table, part, state)),
        arrowRows([], new Set()),
      ),
    soundRows: (part) =>
      found(
        part,
        async (state, table) => {
          const { batches, isAsWritten, lost } = await readPart(table, part, state)
          return { rows: batches.flatMap(readableRows), lost, isAsWritten }
        },
        { rows: [], lost: 0, isAsWritten: true },
      ),
  }
}

const joined = ([first, ...others]: ArrowTable[]): ArrowTable =>
  first?.concat(...others) ?? arrowRows([], new Set())

/** Rows of a part as they were found, held against what the commit says of them. */
interface FoundPart {
  batches: ArrowTable[]
  /** Rows that cannot be read; below 0 where there are more than were written. */
  lost: number
  /** Whether their hash is what was written. True where some are lost, or there is no hash. */
  isAsWritten: boolean
  /** Why the table could not be read as a whole. */
  fault?: Error
}

/** All rows of a part, or those that can be read where a file of the table is damaged. */
export async function readPart(table: Table, part: StoredPart, state: Part): Promise<FoundPart> {
  const { batches, fault }: Salvaged = await readOrSalvage(table, part)
  const lost = state.rows - batches.reduce((sum, { numRows }) => sum + numRows, 0)
  const isAsWritten = lost !== 0 || state.sum === undefined || sumOfAll(batches) === state.sum
  return { batches, lost, isAsWritten, ...(fault !== undefined && { fault }) }
}

export function sumOfAll(batches: readonly ArrowRows[]): string {
  const sum = rowSum(HASHED_COLUMNS)
  for (const batch of batches) sum.add(batch)
  return sum.text()
}

type Salvaged = Pick<FoundPart, 'batches' | 'fault'>

async function readOrSalvage(table: Table, { name }: StoredPart): Promise<Salvaged> {
  try {
    return { batches: [await table.query().where(isPart(name)).select(HASHED_COLUMNS).toArrow()] }
  } catch (fault) {
    if (isRefusal(fault)) throw fault
    return { batches: await soundRowsOf(table, HASHED_COLUMNS, name), fault: fault as Error }
  }
}

/** @throws what keeps it from being read, or `ChangedRows`. */
async function wholePart(table: Table, part: StoredPart, state: Part): Promise<ArrowTable[]> {
  const { batches, lost, isAsWritten, fault } = await readPart(table, part, state)
  if (lost !== 0 && fault !== undefined) throw fault
  if (lost > 0) throw missingRows(lost, state)
  if (lost !== 0 || !isAsWritten) throw new ChangedRows()
  return batches
}

/** Of an earlier layout of which they could not be read. */
const missingRows = (missing: number, { rows }: Part): Error =>
  new Error(`${missing} of ${rows} rows are missing.`)

/** The rows of a part one batch after the other, held against the commit at the end. */
async function* batchesOf(table: Table, part: StoredPart, state: Part): AsyncGenerator<ArrowRows> {
  const sum = rowSum(HASHED_COLUMNS)
  let read = 0
  for await (const batch of table.query().where(isPart(part.name)).select(HASHED_COLUMNS)) {
    if (state.sum !== undefined) sum.add(batch)
    read += batch.numRows
    yield batch
  }
  if (read < state.rows) throw missingRows(state.rows - read, state)
  if (read !== state.rows || (state.sum !== undefined && sum.text() !== state.sum))
    throw new ChangedRows()
}

/** The rows of one record. Those of others may be damaged: then they are looked for by file. */
async function rowsOfKey(table: Table, { name }: StoredPart, key: string): Promise<ArrowRows[]> {
  try {
    const condition = `${isPart(name)} AND ${isOneOf('key', [key])}`
    return [await table.query().where(condition).select(HASHED_COLUMNS).toArrow()]
  } catch (error) {
    if (isRefusal(error)) throw error
    const batches = await soundRowsOf(table, HASHED_COLUMNS, name)
    if (batches.some((batch) => textsOf(batch, 'key').includes(key))) return batches
    throw error
  }
}

export const isPart = (name: string): string => isOneOf('part', [name])

/** By their position. Only those rows are parsed that are wanted. */
function parsedRows(batches: readonly ArrowRows[], wanted?: string): Row[] {
  const rows = batches.flatMap((batch) => {
    const values = textsOf(batch, 'value')
    const positions = numbersOf(batch, 'position')
    return textsOf(batch, 'key').flatMap((key, at) =>
      wanted === undefined || key === wanted
        ? [{ key, value: values[at] ?? 'null', position: positions[at] ?? 0 }]
        : [],
    )
  })
  rows.sort((a, b) => a.position - b.position)
  return rows.map(({ key, value }) => ({ key, value: parseExact(value) }))
}

function readableRows(batch: ArrowRows): Row[] {
  const values = textsOf(batch, 'value')
  return textsOf(batch, 'key').map((key, at) => ({ key, value: parsedOrNothing(values[at]) }))
}

function parsedOrNothing(text = ''): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

interface LaterBatch {
  /** The columns of keys and values. */
  key: string
  value: string
  part: StoredPart
  /** Where it was read. */
  dir: string
}

/** Of a class, as there are many: functions of their own would take more room than the rows. */
class BatchRow implements LaterRow {
  constructor(
    readonly id: string,
    private readonly row: number,
    private readonly batch: Omit<LaterBatch, 'key' | 'value'> & { bytesOf(row: number): Buffer },
  ) {}

  read(): unknown {
    const { part, dir } = this.batch
    try {
      return parseExact(this.bytes().toString())
    } catch (error) {
      throw readProblem(new DamagedPart(part, error), dir)
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
export function laterRowsOf(batch: ArrowRows, { key, value, part, dir }: LaterBatch): LaterRow[] {
  const read = { bytesOf: laterTextsOf(batch, value), part, dir }
  return textsOf(batch, key).map((id, row) => new BatchRow(id, row, read))
}
