import type { ToolId } from '../../domain/tool/tool'
import { RECORD_KINDS, type AnyRecordKind } from '../../domain/workspace/record-kinds'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'
import { byKey, type Records, type ReplacedKind } from './replaced-records'

/** Records that are wanted, by kind. */
export type KeysToRead = ReadonlyMap<ReplacedKind, ReadonlySet<string>>

/**
 * The records of these kinds as they are, those that are wanted with their members. One whose
 * members cannot be read is not among them. Layers are read wherever tools are.
 */
export async function recordsNow(
  { store }: Pick<Session, 'store'>,
  catalog: Catalog,
  wanted: KeysToRead,
): Promise<Records> {
  const now: Records = {}
  for (const [kind, keys] of wanted) {
    if (kind === 'tools') now.tools = toolsIn(catalog)
    else now[kind] = await recordsOf(store, kind, keys)
  }
  if (now.tools && !now.layers) now.layers = await recordsOf(store, 'layers', new Set())
  return now
}

const toolsIn = (catalog: Catalog) => ({
  get: (key: string) => (catalog.has(key as ToolId) ? catalog.tool(key as ToolId).tool : undefined),
})

type OtherKind = Exclude<ReplacedKind, 'tools'>

async function recordsOf(
  store: Session['store'],
  kind: OtherKind,
  keys: ReadonlySet<string>,
): Promise<Map<string, object>> {
  const records: readonly object[] = (await store.read(kind))[kind]
  const found = byKey(kind, records)
  const { members } = RECORD_KINDS[kind] as AnyRecordKind
  if (!members) return found
  const whole = new Map<string, object>()
  for (const key of keys) {
    const head = found.get(key)
    const rows = head && (await readMembers(store, kind, key))
    if (rows) whole.set(key, { ...head, [members.field]: rows })
  }
  return whole
}

const readMembers = (
  store: Session['store'],
  kind: OtherKind,
  key: string,
): Promise<unknown[] | undefined> =>
  (store.members as (kind: string, key: string) => Promise<unknown[]>)(kind, key).catch(
    () => undefined,
  )
