import { z } from 'zod'

/** What an archive holds: its head, and the rows of its files by file name. */
export interface ArchiveRows {
  head: Record<string, unknown>
  rows: Record<string, unknown[]>
}

/**
 * The way of an archive from one version to the next. Rows are as the file had them: what they hold
 * is checked when they are of the newest version.
 */
export type ArchiveMigration = (archive: ArchiveRows) => ArchiveRows

const OldHead = z.looseObject({ goldenSets: z.array(z.string()) })
const OldTool = z.object({ tool: z.looseObject({ id: z.string() }), layer: z.looseObject({}) })
const OldGoldenLine = z.object({ set: z.string(), query: z.unknown() })

/** From one file of tools with their author's layers to two. */
const layersApart: ArchiveMigration = ({ head, rows }) => {
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
}

/**
 * `ARCHIVE_MIGRATIONS[i]` leads from version i + 1 to i + 2. A kind of record that is new needs
 * none.
 */
export const ARCHIVE_MIGRATIONS: readonly ArchiveMigration[] = [layersApart]

/** The version of archives and of published snapshots: a file or a table for each part. */
export const EXCHANGE_VERSION = ARCHIVE_MIGRATIONS.length + 1

export const migrateArchive = (archive: ArchiveRows, version: number): ArchiveRows =>
  ARCHIVE_MIGRATIONS.slice(version - 1).reduce((current, migrate) => migrate(current), archive)
