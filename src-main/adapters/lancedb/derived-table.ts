import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, Table, TableLike } from '@lancedb/lancedb'
import { Problem } from '../../domain/problem'
import { isRefusal } from './storage-problem'
import { scanRows } from './stored-vectors'
import { withWorkspaceLock } from './workspace-lock'

/** A table of vectors that can all be made again: where it cannot be read, it is dropped rather than reported. */
export interface DerivedTable {
  readonly name: string
  readonly dir: string
  open(): Promise<Table | undefined>
  /** Whether what is stored may be at fault for an error, rather than the disk, the caller or a database since closed. */
  isDamage(error: unknown): boolean
  /** Creates the table, unless another process was faster; says whether it did. */
  create(rows: TableLike): Promise<boolean>
  /** Drops the table if not all its rows can be read, and says whether that is so. */
  dropUnlessReadable(): Promise<boolean>
  /**
   * What `work` gives on the table, if there is one; nothing where the table had to be dropped. Tried again before it
   * comes to that, as another process may just be creating the table, or cleaning up.
   */
  orDrop<T>(work: (table: Table | undefined) => Promise<T>): Promise<T | undefined>
}

export function derivedTable(
  { dir, database }: { dir: string; database: Connection },
  name: string,
): DerivedTable {
  const open = async () =>
    (await database.tableNames()).includes(name) ? database.openTable(name) : undefined

  const isDamage = (error: unknown): boolean =>
    database.isOpen() && !isRefusal(error) && !(error instanceof Problem)

  const isReadable = async (): Promise<boolean> => {
    try {
      const table = await open()
      if (table) for await (const rows of scanRows(table)) void rows
      return true
    } catch (error) {
      if (isDamage(error)) return false
      throw error
    }
  }

  // Under the lock, so that no table is taken for damaged that another process is about to create.
  const dropUnlessReadable = (): Promise<boolean> =>
    withWorkspaceLock(dir, async () => {
      if (await isReadable()) return false
      await database.dropTable(name).catch(() => undefined)
      await rm(join(dir, `${name}.lance`), { recursive: true, force: true })
      return true
    }).catch((error: unknown) => {
      // What may not be removed stays, and reads as if it were not there.
      if (isRefusal(error)) return true
      throw error
    })

  return {
    name,
    dir,
    open,
    isDamage,
    create: (rows) =>
      withWorkspaceLock(dir, async () => {
        if (await open()) return false
        await database.createTable(name, rows)
        return true
      }),
    dropUnlessReadable,
    async orDrop(work) {
      const attempt = async () => work(await open())
      try {
        return await attempt().catch(attempt)
      } catch (error) {
        if (!isDamage(error)) throw error
      }
      return (await dropUnlessReadable()) ? undefined : attempt()
    },
  }
}

export const removedVectors = (): Problem =>
  new Problem(
    'unreadable',
    'The stored vectors of this catalog were damaged and have been removed.',
    'Index the catalog again: its texts are then embedded once more.',
  )
