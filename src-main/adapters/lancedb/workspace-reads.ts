import { absentRecord, readingOrder, type AnyRecordKind } from '../../domain/workspace/record-kinds'
import type { LaterRow, OnRows, Row, Snapshot } from './workspace-snapshot'
import { ChangedRows, DamagedTable } from './tables/storage-problem'
import { memberTableOf, tableOf } from './tables/workspace-tables'

/** A kind of record with its name. */
export type NamedKind = readonly [name: string, kind: AnyRecordKind]

/** What is listed of all records of a kind, in its order. */
export async function readListed(
  { manifest, rows }: Snapshot,
  [name, kind]: NamedKind,
): Promise<unknown[]> {
  const table = tableOf(kind)
  if (!table) return manifest.summaries[name] ?? []
  const listed = (await rows(table, 'any')).map(({ value }) => value)
  return listed.sort(readingOrder(kind))
}

/** What is listed of the records that can be read, in the kind's order, and how many cannot be. */
export async function readSound(
  snapshot: Snapshot,
  named: NamedKind,
): Promise<{ listed: unknown[]; unreadable: number }> {
  const [, kind] = named
  const table = tableOf(kind)
  if (!table?.readInPart) return { listed: await readListed(snapshot, named), unreadable: 0 }
  const { rows, lost, isAsWritten } = await snapshot.soundRows(table)
  const listed = rows.filter((row) => isItsRecord(kind, row)).map(({ value }) => value)
  // Where no record shows as damaged, any of them may be.
  if (!isAsWritten && listed.length === rows.length)
    throw new DamagedTable(table, new ChangedRows())
  return {
    listed: listed.sort(readingOrder(kind)),
    unreadable: lost + rows.length - listed.length,
  }
}

function isItsRecord(kind: AnyRecordKind, { key, value }: Row): boolean {
  try {
    return kind.key(value) === key
  } catch {
    return false
  }
}

/** All records of a kind in no particular order, each to be read when it is looked at. */
export async function readLater(
  snapshot: Snapshot,
  named: NamedKind,
  onRows?: OnRows,
): Promise<LaterRow[]> {
  const [, kind] = named
  const table = tableOf(kind)
  if (table) return snapshot.laterRows(table, onRows)
  return (await readListed(snapshot, named)).map((record) => ({
    id: kind.key(record),
    read: () => record,
  }))
}

/** The members of one record, in their order. @throws Problem `not-found`. */
export async function readMembers(
  snapshot: Snapshot,
  [name, kind]: NamedKind,
  key: string,
): Promise<unknown[]> {
  const table = tableOf(kind)
  const isThere = table
    ? (await snapshot.rows(table, 'any', key)).length > 0
    : snapshot.manifest.summaries[name]?.some((summary) => kind.key(summary) === key)
  if (!isThere) throw absentRecord(kind, key)
  const memberTable = memberTableOf(kind)
  const members = memberTable ? await snapshot.rows(memberTable, 'position', key) : []
  return members.map(({ value }) => value)
}

/** All records of a kind, whole, in the order they are listed. */
export async function readWhole(snapshot: Snapshot, named: NamedKind): Promise<unknown[]> {
  const [, kind] = named
  const listed = await readListed(snapshot, named)
  const heads = tableOf(kind) ? listed : listed.map((summary) => kind.schema.parse(summary))
  const memberTable = memberTableOf(kind)
  if (!kind.members || !memberTable) return heads
  const { field } = kind.members
  const rows = Map.groupBy(await snapshot.rows(memberTable, 'position'), ({ key }) => key)
  return heads.map((head) => ({
    ...(head as object),
    [field]: rows.get(kind.key(head))?.map(({ value }) => value) ?? [],
  }))
}
