import type { Table } from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { chosenAfter, type ModelChoiceChange } from '../../domain/model/model'
import { Problem } from '../../domain/problem'
import type { WorksWith } from '../../domain/recipe/choice'
import type { Move } from '../../domain/workspace/move'
import type { AnyRecordKinds } from '../../domain/workspace/record-kinds'
import { textsOf } from './tables/arrow-tables'
import { remember } from './folder/commit-history'
import { newCommit, writeManifest, type Manifest } from './folder/manifest'
import { sumOf } from './tables/row-sum'
import { sumAfter, sumOfSmall } from './tables/sum-after'
import { deleteInSoundFiles, soundFiles } from './tables/sound-files'
import { DamagedTable, isRefusal } from './tables/storage-problem'
import { clearTable, openAtVersion, type Opened, type Writable } from './folder/table-versions'
import type { NamedKind } from './workspace-reads'
import {
  lastByKey,
  memberRows,
  memberTableOf,
  recordRows,
  tableOf,
  isOneOf,
  type StoredTable,
} from './tables/workspace-tables'

/**
 * Versions of a table between compactions: one a small edit, so that a scan never meets many more
 * fragments.
 */
const COMPACT_EVERY = 32
/** Readers of other processes may still be at a version that was the newest one so long ago. */
const KEEP_VERSIONS_MS = 60 * 60 * 1000

/** A change of any kinds of record, by kind. */
export interface AnyChange {
  name?: string
  models?: ModelChoiceChange
  move?: Move | null
  worksWith?: WorksWith | null
  isDemo?: true
  records: Record<string, { put?: readonly unknown[]; remove?: readonly string[] } | undefined>
}

/**
 * Writes a change under the lock. The tables are written first, each getting versions that no
 * reader looks at, as all read at the manifest's; replacing the manifest then switches all tables
 * at once. A crash before that leaves versions beyond the manifest's, which the next commit takes
 * back first.
 */
export async function writeChange(
  workspace: Writable & { kinds: AnyRecordKinds },
  manifest: Manifest,
  change: AnyChange,
): Promise<Manifest> {
  const { onStep } = workspace
  const written = new Map<string, Table>()
  const next = structuredClone(manifest)
  next.commit = newCommit()
  for (const write of await writesOf(workspace, manifest, change)) {
    const { name } = write.table
    if (write.rows.numRows === 0 && !manifest.tables[name]) continue
    const { table, sum } = await writeTable(workspace, manifest, write)
    written.set(name, table)
    next.tables[name] = await stateAfter(table, write.table, {
      before: manifest.tables[name],
      sum,
      commit: next.commit,
    })
    await onStep?.(`${name} written`)
  }
  next.revision++
  next.name = change.name ?? manifest.name
  next.models = change.models ? chosenAfter(manifest.models, change.models) : manifest.models
  next.move = moveAfter(manifest.move, change)
  if (change.worksWith !== undefined) next.worksWith = change.worksWith ?? undefined
  if (change.isDemo) next.isDemo = true
  next.summaries = summariesAfter(manifest.summaries, workspace.kinds, change)
  await onStep?.('tables written')
  await remember(workspace.dir, manifest)
  const committed = await writeManifest(workspace, next)
  await onStep?.('manifest written')
  // The change is in; that tidying up fails, on a full disk say, must not look as if it were not.
  return compact(workspace, committed, written).catch(() => committed)
}

type TableState = Manifest['tables'][string]

interface Written {
  before: TableState | undefined
  sum: string | undefined
  commit: string
}

/** A table without a sum, as an older program left it, is given one where it is small. */
async function stateAfter(
  table: Table,
  stored: StoredTable,
  { before, sum, commit }: Written,
): Promise<TableState> {
  const version = await table.version()
  const rows = await table.countRows()
  const given =
    sum === undefined && before?.sum === undefined
      ? await sumOfSmall(table, rows, stored)
      : undefined
  const now = sum ?? given
  const compacted = before?.compacted ?? version
  return { version, rows, compacted, commit, ...(now !== undefined && { sum: now }) }
}

/** Whoever chooses an embedder has chosen: there is nothing to move to any more. */
function moveAfter(before: Move | undefined, { models, move }: AnyChange): Move | undefined {
  if (move !== undefined) return move ?? undefined
  return models && 'embedder' in models ? undefined : before
}

/** What a change writes to one table: rows that go, then rows that come. */
interface TableWrite {
  table: StoredTable
  remove: string[]
  rows: ArrowTable
  /**
   * Whether the rows take the place of those with their keys; else there are none with their keys.
   */
  replaces: boolean
}

async function writesOf(
  workspace: Opened & { kinds: AnyRecordKinds },
  manifest: Manifest,
  { records }: AnyChange,
): Promise<TableWrite[]> {
  const writes: TableWrite[] = []
  for (const named of Object.entries(workspace.kinds)) {
    const change = records[named[0]]
    if (change) writes.push(...(await writesOfKind(workspace, { manifest, named, change })))
  }
  return writes.filter(({ remove, rows }) => remove.length > 0 || rows.numRows > 0)
}

async function writesOfKind(
  workspace: Opened,
  { manifest, named, change: { put = [], remove = [] } }: KindChange,
): Promise<TableWrite[]> {
  const [, kind] = named
  const records = lastByKey(put, (record) => kind.key(record))
  const table = tableOf(kind)
  const memberTable = memberTableOf(kind)
  const writes: TableWrite[] = []
  if (table) {
    const rows = recordRows(kind, table, records)
    writes.push({ table, remove: [...remove], rows, replaces: true })
  }
  if (memberTable) {
    const keys = [...remove, ...records.map((record) => kind.key(record))]
    // Rows are looked for only where there can be some: a new run is kept beside others whose rows
    // cannot be read.
    const gone = await keysThere(workspace, { manifest, named, keys })
    const rows = memberRows(kind, memberTable, records)
    writes.push({ table: memberTable, remove: gone, rows, replaces: false })
  }
  return writes
}

interface KindChange {
  manifest: Manifest
  named: NamedKind
  change: NonNullable<AnyChange['records'][string]>
}

/** Those of the keys whose records the workspace holds. */
async function keysThere(
  workspace: Opened,
  { manifest, named, keys }: { manifest: Manifest; named: NamedKind; keys: string[] },
): Promise<string[]> {
  const [name, kind] = named
  const table = tableOf(kind)
  if (!table) {
    const held = new Set(manifest.summaries[name]?.map((summary) => kind.key(summary)))
    return keys.filter((key) => held.has(key))
  }
  const state = manifest.tables[table.name]
  if (!state || keys.length === 0) return []
  try {
    const opened = await openAtVersion(workspace, table.name, state.version)
    return await keysAmong(opened, table, keys)
  } catch (error) {
    throw new DamagedTable(table, error)
  }
}

async function writeTable(
  workspace: Writable,
  manifest: Manifest,
  { table: stored, remove, rows, replaces }: TableWrite,
): Promise<{ table: Table; sum: string | undefined }> {
  const { name } = stored
  const state = manifest.tables[name]
  try {
    if (!state) {
      await clearTable(workspace, name)
      const table = await workspace.database.createTable(name, rows)
      return { table, sum: sumOf(rows, stored.columns) }
    }
    const table = await openAtVersion(workspace, name, state.version)
    const gone = replaces ? [...remove, ...textsOf(rows, stored.key)] : remove
    const sum =
      state.sum === undefined
        ? undefined
        : await sumAfter(table, state.sum, { table: stored, gone, rows })
    if (remove.length > 0) {
      await deleteRows(table, stored, remove)
      await workspace.onStep?.(`${name} cleared`)
    }
    if (rows.numRows === 0) return { table, sum }
    if (replaces) await replaceRows(table, stored, rows)
    else await table.add(rows)
    return { table, sum }
  } catch (error) {
    throw new DamagedTable(stored, error)
  }
}

function summariesAfter(
  before: Manifest['summaries'],
  kinds: AnyRecordKinds,
  { records }: AnyChange,
): Manifest['summaries'] {
  const next = { ...before }
  for (const [name, kind] of Object.entries(kinds)) {
    const { put = [], remove = [] } = records[name] ?? {}
    const { listed } = kind
    if (!('of' in listed) || put.length + remove.length === 0) continue
    const summaries = new Map((before[name] ?? []).map((summary) => [kind.key(summary), summary]))
    for (const key of remove) summaries.delete(key)
    for (const record of put)
      summaries.set(kind.key(record), listed.of(record as Record<string, unknown[]>))
    next[name] = [...summaries.values()]
  }
  return next
}

/**
 * Joins small fragments and drops old versions of tables that have gathered many. At each moment
 * the manifest names a version that exists: compaction adds one with the same rows and drops only
 * those that were superseded more than an hour ago; then the manifest moves on to the compacted
 * version.
 */
async function compact(
  workspace: Writable,
  manifest: Manifest,
  written: Map<string, Table>,
): Promise<Manifest> {
  const next = structuredClone(manifest)
  let moved = false
  for (const [name, table] of written) {
    const state = next.tables[name]
    if (!state || state.version - state.compacted < COMPACT_EVERY) continue
    await table.optimize({ cleanupOlderThan: await oldestKept(table) })
    const version = await table.version()
    next.tables[name] = { ...state, version, compacted: version }
    moved = true
    await workspace.onStep?.(`${name} compacted`)
  }
  return moved ? writeManifest(workspace, next) : next
}

/**
 * When the version was made that was the newest one an hour ago: who read or copied it then may
 * still need it.
 */
async function oldestKept(table: Table): Promise<Date> {
  const since = Date.now() - KEEP_VERSIONS_MS
  const times = (await table.listVersions()).map(({ timestamp }) => timestamp.getTime())
  const older = times.filter((time) => time <= since)
  return new Date(older.length > 0 ? Math.max(...older) : since)
}

export const conflict = (): Problem =>
  new Problem(
    'conflict',
    'The workspace was changed by another window or program in the meantime.',
    'Look at the workspace as it is now, then make the change again.',
  )

/** Those of the keys that a table has rows of. */
const keysAmong = (table: Table, stored: StoredTable, keys: string[]): Promise<string[]> =>
  besideDamage(stored, {
    async whole() {
      const rows = table.query().where(isOneOf(stored.key, keys)).select([stored.key])
      return textsOf(await rows.toArrow(), stored.key)
    },
    async sound() {
      const files = await soundFiles(table, [stored.key])
      const held = new Set(files.flatMap((file) => textsOf(file, stored.key)))
      return keys.filter((key) => held.has(key))
    },
  })

/** Deletes the rows with one of the keys. */
const deleteRows = (table: Table, stored: StoredTable, keys: string[]): Promise<unknown> =>
  besideDamage<unknown>(stored, {
    whole: () => table.delete(isOneOf(stored.key, keys)),
    sound: () => deleteInSoundFiles(table, stored.key, new Set(keys)),
  })

/** Adds rows in place of those with their keys. */
const replaceRows = (table: Table, stored: StoredTable, rows: ArrowTable): Promise<unknown> =>
  besideDamage<unknown>(stored, {
    whole: () =>
      table.mergeInsert(stored.key).whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows),
    async sound() {
      await deleteInSoundFiles(table, stored.key, new Set(textsOf(rows, stored.key)))
      return table.add(rows)
    },
  })

interface TwoWays<T> {
  whole(): Promise<T>
  /** Without the files that cannot be read. */
  sound(): Promise<T>
}

/** Lance gives up a table with a damaged file as a whole. */
async function besideDamage<T>({ readInPart }: StoredTable, ways: TwoWays<T>): Promise<T> {
  try {
    return await ways.whole()
  } catch (error) {
    if (!readInPart || isRefusal(error)) throw error
    return ways.sound()
  }
}
