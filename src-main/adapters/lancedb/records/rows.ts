import type { Table as ArrowTable } from 'apache-arrow'
import type { AnyRecordKind } from '../../../domain/workspace/record-kinds'
import { arrowTable } from '../tables/arrow-tables'
import { headOf, listedPart, memberPart, membersOf } from './stored-part'

/**
 * All records of a workspace are rows of one LanceDB table, so that a commit is one version of it:
 * there whole or not at all.
 */
export const RECORDS = 'records'
export const RECORDS_FOLDER = `${RECORDS}.lance`

/** What a row's own hash is made of, beside its part. */
export const HASHED_COLUMNS = ['key', 'position', 'value']
export const PART_COLUMNS = ['part', ...HASHED_COLUMNS]
export const ALL_COLUMNS = ['row', ...PART_COLUMNS]

/** A row: the part it belongs to, the key of its record, its place among others, and JSON. */
export interface RecordRow {
  part: string
  key: string
  position: number
  value: string
  /** Where it has another than its part, key and position make. */
  name?: string
}

/** Names the row of a record in a part in which each has one. */
export const listedRowName = (part: string, key: string): string => JSON.stringify([part, key])

/**
 * Names a row among all.
 * @param memberParts the parts in which one record may have several rows
 */
export const rowName = (
  { part, key, position, name }: RecordRow,
  memberParts: ReadonlySet<string>,
): string => {
  if (name !== undefined) return name
  return memberParts.has(part) ? JSON.stringify([part, key, position]) : listedRowName(part, key)
}

/** The part of rows that are gone, until they are dropped. */
export const GONE_PART = 'gone'

/** The part of the one row in which a workspace says what it is. */
export const HEAD_PART = 'workspace'

export const headRow = (sealedHead: string): RecordRow => ({
  part: HEAD_PART,
  key: '',
  position: 0,
  value: sealedHead,
})

/** What is listed of one record. */
export function listedRow(
  name: string,
  kind: AnyRecordKind,
  record: unknown,
  position = 0,
): RecordRow {
  const { listed } = kind
  const value =
    'of' in listed ? listed.of(record as Record<string, unknown[]>) : headOf(kind, record)
  return {
    part: listedPart(name, kind).name,
    key: kind.key(record),
    position,
    value: JSON.stringify(value),
  }
}

/** The members of one record, in their order. */
export function memberRows(name: string, kind: AnyRecordKind, record: unknown): RecordRow[] {
  const part = memberPart(name, kind)?.name
  if (part === undefined) return []
  const key = kind.key(record)
  return membersOf(kind, record).map((member, position) => ({
    part,
    key,
    position,
    value: JSON.stringify(member),
  }))
}

/** @param memberParts the parts in which one record may have several rows */
export const arrowRows = (
  rows: readonly RecordRow[],
  memberParts: ReadonlySet<string>,
): ArrowTable =>
  arrowTable({
    row: rows.map((row) => rowName(row, memberParts)),
    part: rows.map(({ part }) => part),
    key: rows.map(({ key }) => key),
    position: Int32Array.from(rows, ({ position }) => position),
    value: rows.map(({ value }) => value),
  })
