import type { Connection } from '@lancedb/lancedb'
import { numbersOf, textsOf } from './arrow-tables'
import type { Manifest } from './manifest'
import { DamagedTable, readProblem } from './storage-problem'
import type { TableName } from './workspace-tables'

/** The rows of a table, column by column, as of one commit. */
export interface Rows {
  texts(column: string): string[]
  numbers(column: string): number[]
}

/** A workspace as one commit left it, whatever is being written meanwhile. */
export interface Snapshot {
  manifest: Manifest
  rows(table: TableName, columns: string[], where?: string): Promise<Rows>
}

export interface Readable {
  dir: string
  database: Connection
  manifest(): Promise<Manifest>
}

/**
 * Reads from the last commit of any process. A version of a table may vanish below a reader once it is old enough to be
 * cleaned up, so a read that fails is tried again when there is a newer commit.
 * @throws Problem `unreadable` naming the damaged table.
 */
export async function readSnapshot<T>(
  workspace: Readable,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  for (;;) {
    const manifest = await workspace.manifest()
    try {
      return await read(snapshotAt(workspace.database, manifest))
    } catch (error) {
      const { tables } = await workspace.manifest()
      if (JSON.stringify(tables) !== JSON.stringify(manifest.tables)) continue
      throw readProblem(error, workspace.dir)
    }
  }
}

export function snapshotAt(database: Connection, manifest: Manifest): Snapshot {
  return {
    manifest,
    async rows(name, columns, where) {
      try {
        const { version } = manifest.tables[name]
        const table = await database.openTable(name, [], { version })
        const query = table.query().select(columns)
        const rows = await (where ? query.where(where) : query).toArrow()
        table.close()
        return {
          texts: (column) => textsOf(rows, column),
          numbers: (column) => numbersOf(rows, column),
        }
      } catch (error) {
        throw new DamagedTable(name, error)
      }
    },
  }
}
