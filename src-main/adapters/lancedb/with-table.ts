import type { Table } from '@lancedb/lancedb'
import { removedVectors, type DerivedTable } from './derived-table'
import { isRefusal, readProblem } from './storage-problem'
import { dropVectorIndex } from './table-vector-index'

/** Does some work on a table; `usesIndex` says whether its vector index is to be relied on. */
export type WithTable = <T>(work: (table: Table, usesIndex: boolean) => Promise<T>) => Promise<T>

/**
 * Keeps a table open, and recovers from what may happen to it meanwhile. Work that fails is done once more on the table
 * opened again, as another process may have cleaned up the version that was open. If it still fails though all rows can
 * be read, it is done without the index, which is dropped if that helps. A table whose rows cannot be read is dropped.
 * @throws Problem `unreadable` where the table was dropped or may not be read.
 */
export function withTable({
  dir,
  open,
  isDamage,
  dropUnlessReadable,
}: Pick<DerivedTable, 'dir' | 'open' | 'isDamage' | 'dropUnlessReadable'>): WithTable {
  let opened: Promise<Table | undefined> | undefined
  let usesIndex = true
  const table = async (): Promise<Table> => {
    const found = await (opened ??= open())
    if (found) return found
    throw removedVectors()
  }
  return async (work) => {
    const attempt = async () => work(await table(), usesIndex)
    try {
      return await attempt()
    } catch (error) {
      if (!isDamage(error)) throw isRefusal(error) ? readProblem(error, dir) : error
    }
    opened = undefined
    try {
      return await attempt()
    } catch (error) {
      if (!isDamage(error)) throw error
      if (await dropUnlessReadable()) throw removedVectors()
      if (!usesIndex) throw error
    }
    const result = await work(await table(), false)
    usesIndex = false
    await dropVectorIndex(await table()).catch(() => undefined)
    return result
  }
}
