import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, Table } from '@lancedb/lancedb'
import type { GoldenSet } from '../../domain/golden-set'
import { Problem } from '../../domain/problem'
import type { GoldenSetSummary } from '../../domain/run'
import type { WorkspaceChange } from '../../ports/workspace-store'
import { writeManifest, type Manifest } from './manifest'
import { DamagedTable } from './storage-problem'
import {
  emptyTable,
  isOneOf,
  lastByKey,
  layOut,
  putById,
  replaceGroups,
  TABLES,
  type TableName,
} from './workspace-tables'

/** Where a commit is; tests end the process or fill the disk there. */
export type CommitStep = `${TableName} written` | 'tables written' | 'manifest written'
export type OnCommitStep = (step: CommitStep) => void | Promise<void>

/** Versions of a table between compactions: one a small edit, so that a scan never meets many more fragments. */
const COMPACT_EVERY = 32
/** Readers of other processes may still be at a version this young. */
const KEEP_VERSIONS_MS = 60 * 60 * 1000

interface Writable {
  dir: string
  database: Connection
  onStep?: OnCommitStep
}

/** Creates the tables of a new workspace, and its manifest last: until then the folder is no workspace. */
export async function createTables(
  { dir, database }: Writable,
  head: Pick<Manifest, 'schemaVersion' | 'name' | 'createdAt'>,
): Promise<Manifest> {
  const tables = {} as Manifest['tables']
  for (const name of TABLES) {
    const table = await database.createTable(name, emptyTable(name))
    const version = await table.version()
    tables[name] = { version, rows: 0, compacted: version }
  }
  const manifest: Manifest = { ...head, revision: 0, tables, goldenSets: [] }
  await writeManifest(dir, manifest)
  return manifest
}

/**
 * Writes a change under the lock. The tables are written first, each getting versions that no reader looks at, as all
 * read at the manifest's; replacing the manifest then switches all tables at once. A crash before that leaves versions
 * beyond the manifest's, which the next commit takes back first.
 */
export async function writeChange(
  workspace: Writable,
  manifest: Manifest,
  change: WorkspaceChange,
): Promise<Manifest> {
  const { dir, onStep } = workspace
  const written = new Map<TableName, Table>()
  const next = structuredClone(manifest)
  for (const [name, write] of writesOf(change)) {
    const table = await openForWriting(workspace, name, manifest)
    await write(table).catch(damaged(name))
    written.set(name, table)
    const [version, rows] = [await table.version(), await table.countRows()]
    next.tables[name] = { ...next.tables[name], version, rows }
    await onStep?.(`${name} written`)
  }
  next.revision++
  next.name = change.name ?? manifest.name
  next.goldenSets = summariesAfter(manifest.goldenSets, change)
  await onStep?.('tables written')
  await writeManifest(dir, next)
  await onStep?.('manifest written')
  // The change is in; that tidying up fails, on a full disk say, must not look as if it were not.
  return compact(workspace, next, written).catch(() => next)
}

type Write = [TableName, (table: Table) => Promise<void>]

function writesOf({ tools, goldenSets, bundles, runs }: WorkspaceChange): Write[] {
  const writes: Write[] = []
  if (tools) {
    const put = lastByKey(tools.put ?? [], ({ tool }) => tool.id)
    writes.push(['tools', byId(layOut.tools(put), tools.remove)])
  }
  if (goldenSets) {
    const put = lastByKey(goldenSets.put ?? [], ({ name }) => name)
    const groups = [...(goldenSets.remove ?? []), ...put.map(({ name }) => name)]
    const rows = layOut.golden_queries(put)
    writes.push([
      'golden_queries',
      (table) => replaceGroups(table, { column: 'golden_set', groups, rows }),
    ])
  }
  if (bundles) {
    const put = lastByKey(bundles.put ?? [], ({ id }) => id)
    writes.push(['bundles', byId(layOut.bundles(put), bundles.remove)])
  }
  if (runs) {
    const put = lastByKey(runs.put ?? [], ({ run }) => run.id)
    const groups = [...(runs.remove ?? []), ...put.map(({ run }) => run.id)]
    const rows = layOut.outcomes(put)
    writes.push(['runs', byId(layOut.runs(put.map(({ run }) => run)), runs.remove)])
    writes.push(['outcomes', (table) => replaceGroups(table, { column: 'run', groups, rows })])
  }
  return writes
}

const byId =
  (rows: Parameters<typeof putById>[1], remove: readonly string[] = []) =>
  async (table: Table): Promise<void> => {
    if (remove.length > 0) await table.delete(isOneOf('id', remove))
    await putById(table, rows)
  }

/** Golden sets stay in the order they first came. */
function summariesAfter(
  before: GoldenSetSummary[],
  { goldenSets }: WorkspaceChange,
): GoldenSetSummary[] {
  const summaries = new Map(before.map((summary) => [summary.name, summary]))
  for (const name of goldenSets?.remove ?? []) summaries.delete(name)
  for (const set of goldenSets?.put ?? []) summaries.set(set.name, summarise(set))
  return [...summaries.values()]
}

const summarise = ({ name, queries }: GoldenSet): GoldenSetSummary => ({
  name,
  queries: queries.length,
  distinctTools: new Set(queries.flatMap(({ tools }) => tools)).size,
  mostTools: queries.reduce((most, { tools }) => Math.max(most, tools.length), 0),
  origins: [...new Set(queries.map(({ origin }) => origin))],
})

/** A table at the manifest's version and open for writing: what a dead process wrote beyond it is taken back. */
async function openForWriting(
  { dir, database }: Writable,
  name: TableName,
  manifest: Manifest,
): Promise<Table> {
  const { version } = manifest.tables[name]
  try {
    const table = await database.openTable(name).catch(async () => {
      await dropVersionsBeyond(dir, name, version)
      return database.openTable(name)
    })
    if ((await table.version()) !== version) {
      await table.checkout(version)
      await table.restore()
    }
    return table
  } catch (error) {
    return damaged(name)(error)
  }
}

/**
 * A newest version that cannot even be read keeps LanceDB from opening any other. Beyond the manifest's it was never
 * committed, so its file may go. LanceDB names the file of version v after 2^64 − 1 − v.
 */
async function dropVersionsBeyond(dir: string, name: TableName, version: number): Promise<void> {
  const folder = join(dir, `${name}.lance`, '_versions')
  for (const file of await readdir(folder)) {
    const inverted = /^(\d{20})\.manifest$/.exec(file)?.[1]
    if (inverted && 2n ** 64n - 1n - BigInt(inverted) > BigInt(version))
      await rm(join(folder, file))
  }
}

const damaged =
  (name: TableName) =>
  (error: unknown): never => {
    throw new DamagedTable(name, error)
  }

/**
 * Joins small fragments and drops old versions of tables that have gathered many. At each moment the manifest names a
 * version that exists: compaction adds one with the same rows and drops only those older than an hour, and the tables
 * here were all written seconds ago; then the manifest moves on to the compacted version.
 */
async function compact(
  { dir }: Writable,
  manifest: Manifest,
  written: Map<TableName, Table>,
): Promise<Manifest> {
  const next = structuredClone(manifest)
  for (const [name, table] of written) {
    const state = next.tables[name]
    if (state.version - state.compacted < COMPACT_EVERY) continue
    await table.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) })
    const version = await table.version()
    next.tables[name] = { ...state, version, compacted: version }
  }
  const moved = TABLES.some((name) => next.tables[name].version !== manifest.tables[name].version)
  if (moved) await writeManifest(dir, next)
  return next
}

/** Whether no table holds anything beyond the last commit. */
export async function isAsCommitted(database: Connection, manifest: Manifest): Promise<boolean> {
  const checks = TABLES.map(async (name) => {
    const table = await database.openTable(name)
    return (await table.version()) === manifest.tables[name].version
  })
  return (await Promise.all(checks).catch(() => [false])).every(Boolean)
}

/** Takes back what processes that died left beyond the last commit. Needs the lock, like a commit. */
export async function rollBack(workspace: Writable, manifest: Manifest): Promise<Manifest> {
  const next = structuredClone(manifest)
  for (const name of TABLES) {
    const table = await openForWriting(workspace, name, manifest)
    next.tables[name].version = await table.version()
  }
  const moved = TABLES.some((name) => next.tables[name].version !== manifest.tables[name].version)
  if (moved) await writeManifest(workspace.dir, next)
  return next
}

export const conflict = (): Problem =>
  new Problem(
    'conflict',
    'The workspace was changed by another window or program in the meantime.',
    'Look at the workspace as it is now, then make the change again.',
  )
