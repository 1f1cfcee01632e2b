import { absentRecord, readingOrder, type AnyRecordKind } from '../../domain/workspace/record-kinds'
import type { LaterRow, OnRows, Row, Snapshot } from './records/snapshot'
import { listedPart, memberPart } from './records/stored-part'
import { ChangedRows, DamagedPart } from './tables/storage-problem'

/** A kind of record with its name. */
export type NamedKind = readonly [name: string, kind: AnyRecordKind]

/** What is listed of all records of a kind, in its order. */
export async function readListed({ rows }: Snapshot, named: NamedKind): Promise<unknown[]> {
  return inOrder(named, (await rows(listedPart(...named))).map(valueOf))
}

const valueOf = ({ value }: Row): unknown => value

/** Of kinds that are placed, without an order of their own, rows come in that of their places. */
function inOrder(named: NamedKind, listed: unknown[]): unknown[] {
  return listedPart(...named).isPlaced ? listed : listed.sort(readingOrder(named[1]))
}

/** What is listed of the records that can be read, in the kind's order, and how many cannot be. */
export async function readSound(
  snapshot: Snapshot,
  named: NamedKind,
): Promise<{ listed: unknown[]; unreadable: number }> {
  const [, kind] = named
  const part = listedPart(...named)
  if (!part.readInPart) return { listed: await readListed(snapshot, named), unreadable: 0 }
  const { rows, lost, isAsWritten } = await snapshot.soundRows(part)
  const sound = rows.filter((row) => isItsRecord(kind, row))
  // Where no record shows as damaged, any of them may be.
  if (!isAsWritten && sound.length === rows.length) throw new DamagedPart(part, new ChangedRows())
  return {
    listed: inOrder(named, sound.map(valueOf)),
    unreadable: lost + rows.length - sound.length,
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
export const readLater = (
  snapshot: Snapshot,
  named: NamedKind,
  onRows?: OnRows,
): Promise<LaterRow[]> => snapshot.laterRows(listedPart(...named), onRows)

/** The members of one record, in their order. @throws Problem `not-found`. */
export async function readMembers(
  snapshot: Snapshot,
  named: NamedKind,
  key: string,
): Promise<unknown[]> {
  const [, kind] = named
  const listed = await snapshot.rows(listedPart(...named), key)
  if (listed.length === 0) throw absentRecord(kind, key)
  const part = memberPart(...named)
  return part ? (await snapshot.rows(part, key)).map(valueOf) : []
}

/** All records of a kind, whole, in the order they are listed. */
export async function readWhole(snapshot: Snapshot, named: NamedKind): Promise<unknown[]> {
  const [, kind] = named
  const listed = await readListed(snapshot, named)
  const heads = listedPart(...named).isSummary
    ? listed.map((summary) => kind.schema.parse(summary))
    : listed
  const part = memberPart(...named)
  if (!kind.members || !part) return heads
  const { field } = kind.members
  const rows = Map.groupBy(await snapshot.rows(part), ({ key }) => key)
  return heads.map((head) => ({
    ...(head as object),
    [field]: rows.get(kind.key(head))?.map(valueOf) ?? [],
  }))
}
