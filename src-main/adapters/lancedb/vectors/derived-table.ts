import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import type { Database } from '../tables/database'
import { isRefusal } from '../tables/storage-problem'
import { scanRows } from './stored-vectors'
import { withWorkspaceLock } from '../tables/workspace-lock'

/**
 * A save of vectors takes less than a second, and so does a commit, unless it is one of a very
 * large import.
 */
const PATIENCE_MS = 30_000

/**
 * A table of vectors that can all be made again: where it cannot be read, it is dropped rather than
 * reported.
 */
export interface DerivedTable {
  readonly name: string
  readonly dir: string
  open(): Promise<Table | undefined>
  /**
   * Whether what is stored may be at fault for an error, rather than the disk, the caller or a
   * database since closed.
   */
  isDamage(error: unknown): boolean
  /**
   * Lets `work` write to the table, or create it where there is none, as the only one among all
   * processes: two that write at once would store texts twice, or clean up below each other. A
   * table that cannot be read is dropped first.
   */
  change(work: (table: Table | undefined) => Promise<void>): Promise<void>
  /** Drops the table if not all its rows can be read, and says whether that is so. */
  dropUnlessReadable(): Promise<boolean>
  /**
   * What `work` gives on the table, if there is one; nothing where the table had to be dropped.
   * Tried again before it comes to that, as another process may just be creating the table, or
   * cleaning up.
   */
  orDrop<T>(work: (table: Table | undefined) => Promise<T>): Promise<T | undefined>
}

export function derivedTable(
  { dir, database }: { dir: string; database: Database },
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

  const dropIfUnreadable = async (): Promise<boolean> => {
    if (await isReadable()) return false
    await database.dropTable(name).catch(() => undefined)
    await rm(join(dir, `${name}.lance`), { recursive: true, force: true })
    return true
  }

  // Under the lock, so that no table is taken for damaged that another process is about to create.
  const dropUnlessReadable = (): Promise<boolean> =>
    withWorkspaceLock(dir, dropIfUnreadable).catch((error: unknown) => {
      // What may not be removed stays, and reads as if it were not there.
      if (isRefusal(error)) return true
      throw error
    })

  const recovering = async <T>(
    work: (table: Table | undefined) => Promise<T>,
    drop: () => Promise<boolean>,
  ): Promise<T | undefined> => {
    const attempt = async () => work(await open())
    try {
      return await attempt().catch(attempt)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    return (await drop()) ? undefined : attempt()
  }

  const change: DerivedTable['change'] = async (work) => {
    const isDone = await recovering(async (table) => {
      await work(table)
      return true
    }, dropIfUnreadable)
    if (!isDone) await work(undefined)
  }

  return {
    name,
    dir,
    open,
    isDamage,
    change: (work) => withWorkspaceLock(dir, () => change(work), PATIENCE_MS),
    dropUnlessReadable,
    orDrop: (work) => recovering(work, dropUnlessReadable),
  }
}

export const removedVectors = (): Problem =>
  new Problem(
    'unreadable',
    'The stored vectors of this catalog were damaged and have been removed.',
    'Index the catalog again: its texts are then embedded once more.',
  )
