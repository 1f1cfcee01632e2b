import type { Table } from '@lancedb/lancedb'
import { chosenAfter, type ModelChoiceChange } from '../../../domain/model/model'
import type { WorksWith } from '../../../domain/recipe/choice'
import type { AnyRecordKind, AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import type { Move } from '../../../domain/workspace/move'
import type { AcquiredLock } from '../../files/file-lock'
import { isOneOf } from '../tables/conditions'
import { numbersOf, textsOf, type ArrowRows } from '../tables/arrow-tables'
import { rowSum } from '../tables/row-sum'
import { ROW_NUMBER, rowsByFile } from '../tables/sound-files'
import { ChangedRows, DamagedPart, isRefusal } from '../tables/storage-problem'
import { newCommit, type Head, type Part } from './head'
import { openedOnce, rowOfHead, type Committed, type RecordsPlace } from './records-table'
import {
  GONE_PART,
  PART_COLUMNS,
  listedRowName,
  rowName,
  arrowRows,
  HASHED_COLUMNS,
  listedRow,
  memberRows as rowsOfMembers,
  RECORDS,
  type RecordRow,
} from './rows'
import { isPart, readPart } from './snapshot'
import { listedPart, memberPart, type StoredPart } from './stored-part'
import { indexRows, tidy } from './tidy'
import type { OnWriteStep } from './write-step'

/** A change of any kinds of record, by kind. */
export interface AnyChange {
  name?: string | undefined
  models?: ModelChoiceChange | undefined
  move?: Move | null | undefined
  worksWith?: WorksWith | null | undefined
  isDemo?: true | undefined
  records: Record<string, { put?: readonly unknown[]; remove?: readonly string[] } | undefined>
}

export interface Writing extends RecordsPlace {
  lock: AcquiredLock
  /** The table, maybe as of an earlier commit. */
  tableToWrite: Table
  onStep?: OnWriteStep | undefined
}

/** What a write finds and goes on from. */
interface Before extends Omit<Committed, 'table'> {
  table: Table
  /** The parts in which one record may have several rows. */
  memberParts: ReadonlySet<string>
}

/**
 * Writes a change under the lock, as one version of the table: it is there whole or not at all.
 * @throws DamagedPart where what it replaces cannot be read.
 */
export async function writeChange(
  writing: Writing,
  before: Committed,
  change: AnyChange,
): Promise<Committed> {
  const { database, kinds, lock, onStep } = writing
  const commit = newCommit()
  const table = await openToWrite(writing, before)
  const memberParts = memberPartsOf(kinds)
  const on: Before = { ...before, table, memberParts }
  const writes: PartWrite[] = []
  for (const [name, kind] of Object.entries(kinds)) {
    const changed = change.records[name]
    if (changed) writes.push(...(await writesOfKind(on, { name, kind, changed })))
  }
  const parts = { ...before.head.parts }
  // Hundreds of thousands of rows are more than one call takes as arguments.
  const rows = (await replacedRows(on, writes)).flatMap(([write, replaced]): RecordRow[] => {
    parts[write.part.name] = partAfter(before.head, write, { replaced, commit })
    return [...write.rows, ...goneRows(write, replaced, memberParts)]
  })
  const head = headAfter(before.head, change, { commit, parts })
  rows.push(rowOfHead(head))
  await onStep?.('commit begun')
  await lock.confirm()
  await writeRows({ table, rows, memberParts })
  await onStep?.('commit written')
  // The change is in; that tidying up fails, on a full disk say, must not look as if it were not.
  await tidy(writing.dir, table, onStep).catch(() => undefined)
  if (rows.length > MANY_ROWS) await indexRows(table).catch(() => undefined)
  const version = await table.version()
  return { head, version, table: openedOnce(database, version) }
}

/** Writes another head, and nothing else. */
export async function writeHead(
  { database, lock }: Pick<Writing, 'database' | 'lock'>,
  head: Head,
): Promise<void> {
  const table = await database.openTable(RECORDS)
  await lock.confirm()
  const rows = [rowOfHead(head)]
  await writeRows({ table, rows, memberParts: new Set() })
}

/** The table at the commit, to write on: what is beyond it, of a copy that is not whole, goes. */
async function openToWrite(
  { tableToWrite: table }: Writing,
  { version }: Committed,
): Promise<Table> {
  if ((await table.version()) !== version) await table.checkoutLatest()
  if ((await table.version()) !== version) {
    await table.checkout(version)
    await table.restore()
  }
  return table
}

function headAfter(
  before: Head,
  { name, models, move, worksWith, isDemo }: AnyChange,
  { commit, parts }: Pick<Head, 'commit' | 'parts'>,
): Head {
  return {
    ...before,
    commit,
    parts,
    revision: before.revision + 1,
    name: name ?? before.name,
    models: models ? chosenAfter(before.models, models) : before.models,
    move: moveAfter(before.move, { models, move }),
    worksWith: worksWith === undefined ? before.worksWith : (worksWith ?? undefined),
    isDemo: isDemo ?? before.isDemo,
  }
}

/** Whoever chooses an embedder has chosen: there is nothing to move to any more. */
function moveAfter(
  before: Move | undefined,
  { models, move }: Pick<AnyChange, 'models' | 'move'>,
): Move | undefined {
  if (move !== undefined) return move ?? undefined
  return models && 'embedder' in models ? undefined : before
}

/** So many rows are worth an index at once. */
const MANY_ROWS = 5_000

/** What a change writes to one part. */
interface PartWrite {
  part: StoredPart
  /** The records that it is about: rows of theirs go that are not written anew. */
  keys: string[]
  rows: RecordRow[]
}

interface KindChange {
  name: string
  kind: AnyRecordKind
  changed: NonNullable<AnyChange['records'][string]>
}

async function writesOfKind(
  before: Before,
  { name, kind, changed: { put = [], remove = [] } }: KindChange,
): Promise<PartWrite[]> {
  const records = [...new Map(put.map((record) => [kind.key(record), record]))]
  const keys = [...new Set([...remove, ...records.map(([key]) => key)])]
  if (keys.length === 0) return []
  const listed = listedPart(name, kind)
  const members = memberPart(name, kind)
  const placeOf = listed.isPlaced ? await placesIn(before, listed) : () => 0
  const rows = records.map(([key, record]) => listedRow(name, kind, record, placeOf(key)))
  const writes: PartWrite[] = [{ part: listed, keys, rows }]
  if (members) {
    const memberRows = records.flatMap(([, record]) => rowsOfMembers(name, kind, record))
    writes.push({ part: members, keys, rows: memberRows })
  }
  return writes.filter(({ part, rows }) => rows.length > 0 || before.head.parts[part.name])
}

/** A record keeps its place; a new one comes last. */
async function placesIn(before: Before, part: StoredPart): Promise<(key: string) => number> {
  const places = new Map<string, number>()
  for (const rows of await rowsOfPart(before, part)) {
    const positions = numbersOf(rows, 'position')
    textsOf(rows, 'key').forEach((key, at) => places.set(key, positions[at] ?? 0))
  }
  let last = Math.max(-1, ...places.values())
  return (key) => {
    const place = places.get(key) ?? ++last
    places.set(key, place)
    return place
  }
}

/** Keys named in one query; for more, reading all rows is faster. */
const MOST_NAMED = 1_000

type Replaced = readonly (readonly [write: PartWrite, rows: ArrowRows[]])[]

/**
 * The rows that stand there of the records that a change is about, and maybe others of their parts.
 * @throws DamagedPart where some of them cannot be read.
 */
async function replacedRows(before: Before, writes: readonly PartWrite[]): Promise<Replaced> {
  const { head } = before
  const there = writes.filter(({ part }) => (head.parts[part.name]?.rows ?? 0) > 0)
  const named = there.reduce((count, { keys }) => count + keys.length, 0)
  if (named > MOST_NAMED) {
    const found: [PartWrite, ArrowRows[]][] = []
    for (const write of writes) found.push([write, await rowsOfPart(before, write.part)])
    return found
  }
  try {
    const found = await rowsNamed(before, there)
    return writes.map((write) => [write, found])
  } catch (error) {
    if (isRefusal(error)) throw error
    const found: [PartWrite, ArrowRows[]][] = []
    for (const write of writes) found.push([write, await rowsOfPart(before, write.part)])
    return found
  }
}

/**
 * The rows of the records that writes are about. Each is found by its name, as that is indexed.
 * Members are found by their part, in a query of its own: LanceDB looks through all rows where a
 * condition joins two by “or”.
 */
async function rowsNamed(
  { table, memberParts }: Pick<Before, 'table' | 'memberParts'>,
  writes: readonly PartWrite[],
): Promise<ArrowRows[]> {
  const isOfMembers = ({ part }: PartWrite) => memberParts.has(part.name)
  const conditions = writes
    .filter(isOfMembers)
    .map(({ part, keys }) => `${isPart(part.name)} AND ${isOneOf('key', keys)}`)
  const names = writes
    .filter((write) => !isOfMembers(write))
    .flatMap(({ part, keys }) => keys.map((key) => listedRowName(part.name, key)))
  if (names.length > 0) conditions.push(isOneOf('row', names))
  const found: ArrowRows[] = []
  for (const where of conditions)
    found.push(await table.query().where(where).select(PART_COLUMNS).toArrow())
  return found
}

/** All rows of a part. @throws DamagedPart where some cannot be read of one that is read whole. */
async function rowsOfPart({ head, table }: Before, part: StoredPart): Promise<ArrowRows[]> {
  const state = head.parts[part.name]
  if (!state || state.rows === 0) return []
  const { batches, lost, fault } = await readPart(table, part, state)
  if (lost !== 0 && !part.readInPart) throw new DamagedPart(part, fault ?? new ChangedRows())
  return batches
}

const NO_ROWS = rowSum([]).text()

/** Which rows of those found a write takes away or writes anew. */
function rowsTaken({ part, keys }: PartWrite, found: ArrowRows): (row: number) => boolean {
  const wanted = new Set(keys)
  const parts = textsOf(found, 'part')
  const foundKeys = textsOf(found, 'key')
  return (row) => (parts[row] ?? part.name) === part.name && wanted.has(foundKeys[row] ?? '')
}

/** What a part is after a write. Its hash is known where that of all it replaces is. */
function partAfter(
  { parts }: Head,
  write: PartWrite,
  { replaced, commit }: { replaced: readonly ArrowRows[]; commit: string },
): Part {
  const was = parts[write.part.name] ?? { rows: 0, sum: NO_ROWS }
  const sum = was.sum === undefined ? undefined : rowSum(HASHED_COLUMNS, was.sum)
  let rows = was.rows + write.rows.length
  for (const found of replaced) {
    const isTaken = rowsTaken(write, found)
    for (let row = 0; row < found.numRows; row++) if (isTaken(row)) rows--
    sum?.take(found, isTaken)
  }
  sum?.add(arrowRows(write.rows, new Set()))
  return { rows, commit, ...(sum && { sum: sum.text() }) }
}

/**
 * Rows that go are emptied by the commit itself, under the names they had: LanceDB takes three
 * times as long to drop them in the same version. Nobody reads them, and tidying up drops them.
 */
function goneRows(
  write: PartWrite,
  replaced: readonly ArrowRows[],
  memberParts: ReadonlySet<string>,
): RecordRow[] {
  const written = new Set(write.rows.map((row) => rowName(row, memberParts)))
  return replaced.flatMap((found) => {
    const isTaken = rowsTaken(write, found)
    const keys = textsOf(found, 'key')
    const positions = numbersOf(found, 'position')
    return keys.flatMap((key, at) => {
      if (!isTaken(at)) return []
      const row = { part: write.part.name, key, position: positions[at] ?? 0, value: '' }
      const name = rowName(row, memberParts)
      return written.has(name) ? [] : [{ ...row, part: GONE_PART, name }]
    })
  })
}

/** The parts in which one record may have several rows. */
export const memberPartsOf = (kinds: AnyRecordKinds): ReadonlySet<string> =>
  new Set(Object.entries(kinds).flatMap(([name, kind]) => memberPart(name, kind)?.name ?? []))

interface RowsToWrite {
  table: Table
  rows: readonly RecordRow[]
  memberParts: ReadonlySet<string>
}

async function writeRows({ table, rows, memberParts }: RowsToWrite): Promise<void> {
  const written = arrowRows(rows, memberParts)
  try {
    await table.mergeInsert('row').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(written)
  } catch (error) {
    if (isRefusal(error)) throw error
    await writeBesideDamaged(table, { rows, memberParts })
  }
}

/**
 * LanceDB looks through all files for the rows that it writes anew, and gives up at a damaged one.
 * That file is left alone, for who can put it back: other rows of the same names go by their
 * numbers once the new ones are there.
 */
async function writeBesideDamaged(
  table: Table,
  { rows, memberParts }: Omit<RowsToWrite, 'table'>,
): Promise<void> {
  const replaced = await numbersOfRows(table, new Set(rows.map((row) => rowName(row, memberParts))))
  const live = rows.filter(({ part }) => part !== GONE_PART)
  await table.add(arrowRows(live, memberParts))
  for (const some of inBatches(replaced, MOST_NAMED))
    await table.delete(`${ROW_NUMBER} IN (${some.join(', ')})`)
}

/** Rows that are looked through at once. */
const LOOKED_AT_ONCE = 50_000

/** The numbers of the rows of these names, in files that can be read. */
async function numbersOfRows(table: Table, names: ReadonlySet<string>): Promise<number[]> {
  const found: number[] = []
  for (const rows of await rowsByFile(table)) {
    try {
      for (const some of inBatches(rows, LOOKED_AT_ONCE)) {
        const own = textsOf(await table.takeRowIds(some).select(['row']).toArrow(), 'row')
        found.push(...some.filter((_, at) => names.has(own[at] ?? '')))
      }
    } catch (error) {
      if (isRefusal(error)) throw error
      // Damaged: what it holds stays as it is.
    }
  }
  return found
}

const inBatches = (all: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
