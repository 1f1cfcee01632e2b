import type { Table as ArrowTable } from 'apache-arrow'
import type {
  AnyRecordKind,
  AnyRecordKinds,
  RecordTable,
} from '../../../domain/workspace/record-kinds'
import { arrowTable } from './arrow-tables'

/** A table of the workspace, and how it is filled again when it is damaged. */
export interface StoredTable extends RecordTable {
  remake: string
  /** See {@link RecordKind}. */
  readInPart: boolean
  /** All of its columns. */
  columns: readonly string[]
}

/** The table with a row per record; kinds listed in the manifest have none. */
export const tableOf = (kind: AnyRecordKind): StoredTable | undefined =>
  'name' in kind.listed ? storedTable(kind, kind.listed, []) : undefined

/** The table with a row per member; kinds whose records are one row each have none. */
export const memberTableOf = (kind: AnyRecordKind): StoredTable | undefined =>
  kind.members && storedTable(kind, kind.members.table, ['position'])

const storedTable = (
  { remake, readInPart = false }: AnyRecordKind,
  table: RecordTable,
  others: readonly string[],
): StoredTable => ({
  ...table,
  remake,
  readInPart,
  columns: [table.key, table.value, ...others],
})

/** Every table that a commit may write, in the order it writes them. */
export const tablesOf = (kinds: AnyRecordKinds): StoredTable[] =>
  Object.values(kinds).flatMap((kind) =>
    [tableOf(kind), memberTableOf(kind)].filter((table) => table !== undefined),
  )

/** The members of a record, none where its kind has none. */
export const membersOf = ({ members }: AnyRecordKind, record: unknown): unknown[] =>
  members ? ((record as Record<string, unknown[]>)[members.field] ?? []) : []

/** A record without its members. */
export function headOf({ members }: AnyRecordKind, record: unknown): unknown {
  if (!members) return record
  const { [members.field]: _, ...head } = record as Record<string, unknown>
  return head
}

/** One row per record. */
export const recordRows = (
  kind: AnyRecordKind,
  table: RecordTable,
  records: unknown[],
): ArrowTable =>
  arrowTable({
    [table.key]: records.map((record) => kind.key(record)),
    [table.value]: records.map((record) => JSON.stringify(headOf(kind, record))),
  })

/** One row per member, with its position among the members of its record. */
export function memberRows(
  kind: AnyRecordKind,
  table: RecordTable,
  records: unknown[],
): ArrowTable {
  const lists = records.map((record) => membersOf(kind, record))
  return arrowTable({
    [table.key]: records.flatMap((record, at) => lists[at]?.map(() => kind.key(record)) ?? []),
    position: Int32Array.from(lists.flatMap((list) => [...list.keys()])),
    [table.value]: lists.flatMap((list) => list.map((member) => JSON.stringify(member))),
  })
}

/** `column IN ('a', 'b')`, or a condition that nothing meets. */
export const isOneOf = (column: string, values: Iterable<string>): string => {
  const list = [...values].map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
  return list ? `${column} IN (${list})` : 'false'
}

/** The last of those with the same key. */
export const lastByKey = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
