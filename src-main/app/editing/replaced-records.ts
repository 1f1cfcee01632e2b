import type { AuthorLayer, JsonObject, Tool, ToolId, ToolLayer } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { parseExact } from '../../domain/value/exact-json'
import { REPLACED_KINDS, type ReplacedOf } from '../../domain/workspace/change'
import { RECORD_KINDS, type AnyRecordKind } from '../../domain/workspace/record-kinds'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import { contentHash } from '../../pipeline/knowledge-base/weighed-text'
import type { WorkspaceChange } from '../../ports/workspace-store'
import { differing } from './restored-tools'

export type RecordDifference = ReplacedOf<'record'>
export type ReplacedKind = RecordDifference['kind']

/** Records that are there, of each kind by its key, as fields: those with members hold them too. */
export type Records = Partial<Record<ReplacedKind, { get(key: string): object | undefined }>>

export const byKey = (kind: ReplacedKind, records: readonly object[]): Map<string, object> =>
  new Map(records.map((record) => [keyOf(kind, record), fieldsOf(kind, record)]))

const keyOf = (kind: ReplacedKind, record: object): string =>
  (RECORD_KINDS[kind] as AnyRecordKind).key(record)

/** A layer’s fields are those its author wrote, and what its tool was where it waits for that. */
const fieldsOf = (kind: ReplacedKind, record: object): object =>
  kind === 'layers' ? layerFields(record as ToolLayer) : record

const layerFields = ({ layer, last }: ToolLayer): object => ({ ...layer, ...(last && { last }) })

function recordOf(kind: ReplacedKind, key: string, fields: object): object {
  if (kind !== 'layers') return fields
  const { last, ...layer } = fields as AuthorLayer & { last?: Tool }
  return { tool: key as ToolId, layer, ...(last && { last }) } satisfies ToolLayer
}

/**
 * Stands for a record as it is. A tool’s layer is part of that: what its author wrote is not to go
 * with the tool unseen. Only the fields are put in order: what they hold keeps the order that it
 * was stored in, and to order all of it is dear.
 */
export function markOf(kind: ReplacedKind, record: object, layer: object = {}): string {
  const { last: _, ...written } = layer as { last?: Tool }
  const fields = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const ordered = JSON.stringify(Object.fromEntries(fields))
  return contentHash(kind === 'tools' ? `${ordered}${canonical(written)}` : ordered)
}

/** What writing a change replaces of these kinds. */
export function replacedRecords(
  change: WorkspaceChange,
  now: Records,
): Promise<RecordDifference[]> {
  const layersPut = byKey('layers', change.layers?.put ?? [])
  return mapYielding(writtenRecords(change), ({ kind, key, after }): RecordDifference[] => {
    const one = { of: 'record' as const, kind, key }
    const before = now[kind]?.get(key)
    if (kind === 'layers' || (before && after)) {
      const differs = differing(before ?? {}, after ?? {})
      return Object.keys({ ...differs.before, ...differs.after }).length > 0
        ? [{ ...one, differs }]
        : []
    }
    if (after) {
      const mark = markOf(kind, after, layersPut.get(key) ?? now.layers?.get(key))
      return [{ ...one, whole: { isNew: true, mark } }]
    }
    if (!before) return []
    const mark = markOf(kind, before, now.layers?.get(key))
    return [{ ...one, whole: { isNew: false, mark, record: plain(before) } }]
  })
}

/** All that a change writes of these kinds; what it removes is not there after it. */
export const writtenRecords = (change: WorkspaceChange) =>
  REPLACED_KINDS.flatMap((kind) => {
    const { put = [], remove = [] }: { put?: readonly object[]; remove?: readonly string[] } =
      change[kind] ?? {}
    return [
      ...[...byKey(kind, put)].map(([key, after]) => ({ kind, key, after })),
      ...remove.map((key) => ({ kind, key, after: undefined })),
    ]
  })

/** A record by its fields as it is to be written; without any, it is to be removed. */
export interface WrittenRecord {
  kind: ReplacedKind
  key: string
  fields: object | undefined
}

export const recordsChange = (written: readonly WrittenRecord[]): WorkspaceChange =>
  Object.fromEntries(
    REPLACED_KINDS.flatMap((kind) => {
      const own = written.filter((one) => one.kind === kind)
      if (own.length === 0) return []
      const put = own.flatMap(({ key, fields }) => (fields ? [recordOf(kind, key, fields)] : []))
      return [[kind, { put, remove: own.flatMap((one) => (one.fields ? [] : [one.key])) }]]
    }),
  )

export const plain = (record: object): JsonObject =>
  parseExact(JSON.stringify(record)) as JsonObject
