import type { Table } from '@lancedb/lancedb'
import { z } from 'zod'
import { parseExact } from '../../../domain/value/exact-json'
import { arrowTable, textsOf } from '../tables/arrow-tables'
import { newCommit, newWorkspaceId, orDamaged, type AnyManifest } from './manifest'
import { clearTable, openAtVersion, type Writable } from './table-versions'

/** What an archive holds: its head, and the rows of its files by file name. */
export interface ArchiveRows {
  head: Record<string, unknown>
  rows: Record<string, unknown[]>
}

/** The way from one schema version to the next, of workspaces and of the archives made of them. */
export interface Migration {
  /**
   * Changes the tables and gives the new manifest, which names their new versions. Runs under the
   * lock. Until the manifest is written nothing has happened: each step starts from the versions
   * that its manifest names, and ignores what a process that died during a migration wrote after
   * them.
   */
  workspace(manifest: AnyManifest, folder: Writable): Promise<AnyManifest>
  /**
   * Rows are as the file had them: what they hold is checked when they are of the newest version.
   */
  archive(archive: ArchiveRows): ArchiveRows
}

const TableState = z.looseObject({ version: z.number().int() })
const OldManifest = z.looseObject({
  schemaVersion: z.literal(1),
  tables: z.looseObject({ tools: TableState }),
  goldenSets: z.array(z.unknown()),
})
const OldHead = z.looseObject({ goldenSets: z.array(z.string()) })
const OldTool = z.object({ tool: z.looseObject({ id: z.string() }), layer: z.looseObject({}) })
const OldGoldenLine = z.object({ set: z.string(), query: z.unknown() })

/**
 * From one table of tools with their author's layers to two tables, so that an import never writes
 * a layer and an edit never a tool. Workspaces get an identity, and summaries a place for those of
 * any kind.
 */
const layersApart: Migration = {
  async workspace(manifest, folder) {
    const { goldenSets, ...old } = orDamaged(folder.dir, () => OldManifest.parse(manifest))
    const { version } = old.tables.tools
    const tools = await openAtVersion(folder, 'tools', version)
    const layers = await moveLayers(tools, folder)
    await tools.dropColumns(['layer'])
    await folder.onStep?.('tools written')
    return {
      ...old,
      id: newWorkspaceId(),
      commit: newCommit(),
      tables: {
        ...old.tables,
        tools: { ...old.tables.tools, version: await tools.version() },
        ...(layers && { layers }),
      },
      summaries: { goldenSets },
    }
  },
  archive({ head, rows }) {
    const tools = z.array(OldTool).parse(rows['tools.jsonl'] ?? [])
    const queries = z.array(OldGoldenLine).parse(rows['golden_queries.jsonl'] ?? [])
    return {
      head,
      rows: {
        ...rows,
        'tools.jsonl': tools.map(({ tool }) => tool),
        'layers.jsonl': tools.flatMap(({ tool, layer }) =>
          Object.keys(layer).length > 0 ? [{ tool: tool.id, layer }] : [],
        ),
        'goldenSets.jsonl': OldHead.parse(head).goldenSets.map((name) => ({ name })),
        'golden_queries.jsonl': queries.map(({ set, query }) => ({ golden_set: set, query })),
      },
    }
  },
}

/** Gives the new table's state; nothing where no tool has a layer. */
async function moveLayers(tools: Table, folder: Writable) {
  const rows = await tools.query().select(['id', 'layer']).toArrow()
  const layers = textsOf(rows, 'layer')
  const written = textsOf(rows, 'id').flatMap((tool, at) => {
    const layer = parseExact(layers[at] ?? '{}') as object
    return Object.keys(layer).length > 0 ? [{ tool, layer }] : []
  })
  await clearTable(folder, 'layers')
  if (written.length === 0) return undefined
  const table = await folder.database.createTable(
    'layers',
    arrowTable({
      tool: written.map(({ tool }) => tool),
      layer: written.map((row) => JSON.stringify(row)),
    }),
  )
  const version = await table.version()
  await folder.onStep?.('layers written')
  return { version, rows: written.length, compacted: version }
}

/**
 * `MIGRATIONS[i]` leads from schema version i + 1 to i + 2. A kind of record that is new needs
 * none.
 */
export const MIGRATIONS: readonly Migration[] = [layersApart]

export const schemaVersionOf = (migrations: readonly Migration[]): number => migrations.length + 1

/** @throws whatever a migration throws. */
export async function migrate(
  manifest: AnyManifest,
  migrations: readonly Migration[],
  folder: Writable,
): Promise<AnyManifest> {
  let current = manifest
  for (const migration of migrations.slice(manifest.schemaVersion - 1)) {
    const next = await migration.workspace(current, folder)
    current = { ...next, schemaVersion: current.schemaVersion + 1 }
  }
  return current
}

export const migrateArchive = (
  archive: ArchiveRows,
  schemaVersion: number,
  migrations: readonly Migration[],
): ArchiveRows =>
  migrations
    .slice(schemaVersion - 1)
    .reduce((current, migration) => migration.archive(current), archive)
