import type {
  AnyRecordKind,
  AnyRecordKinds,
  RecordTable,
} from '../../../domain/workspace/record-kinds'

/**
 * Rows of one sort: what is listed of each record of a kind, or the members of all its records.
 * `name`, `key` and `value` are also what its table and its columns are called in published
 * snapshots and in workspaces of earlier layouts.
 */
export interface StoredPart extends RecordTable {
  /** The kind of record that it belongs to. */
  kind: string
  /** How it is filled again when it is damaged. */
  remake: string
  /** See {@link RecordKind}. */
  readInPart: boolean
  /** Whether its rows have an order of their own. */
  isPlaced: boolean
  /** All columns of its table. */
  columns: readonly string[]
  /** Whether what is listed is a summary, which earlier layouts and snapshots keep in a list. */
  isSummary: boolean
}

/** What is listed of the records of a kind. */
export function listedPart(name: string, kind: AnyRecordKind): StoredPart {
  const { listed } = kind
  if ('name' in listed) return storedPart(name, kind, listed, { isPlaced: false })
  const table = { name, key: 'key', value: 'value' }
  return { ...storedPart(name, kind, table, { isPlaced: !kind.order }), isSummary: true }
}

/** The members of the records of a kind; kinds whose records are one row each have none. */
export const memberPart = (name: string, kind: AnyRecordKind): StoredPart | undefined =>
  kind.members && storedPart(name, kind, kind.members.table, { isPlaced: true })

const storedPart = (
  kind: string,
  { remake, readInPart = false }: AnyRecordKind,
  table: RecordTable,
  { isPlaced }: { isPlaced: boolean },
): StoredPart => ({
  ...table,
  kind,
  remake,
  readInPart,
  isPlaced,
  columns: [table.key, table.value, ...(isPlaced ? ['position'] : [])],
  isSummary: false,
})

/** Every part that a commit may write. */
export const partsOfKinds = (kinds: AnyRecordKinds): StoredPart[] =>
  Object.entries(kinds).flatMap(([name, kind]) => {
    const members = memberPart(name, kind)
    return [listedPart(name, kind), ...(members ? [members] : [])]
  })

/** The members of a record, none where its kind has none. */
export const membersOf = ({ members }: AnyRecordKind, record: unknown): unknown[] =>
  members ? ((record as Record<string, unknown[]>)[members.field] ?? []) : []

/** A record without its members. */
export function headOf({ members }: AnyRecordKind, record: unknown): unknown {
  if (!members) return record
  const { [members.field]: _, ...head } = record as Record<string, unknown>
  return head
}
