import type { Index, Table } from '@lancedb/lancedb'
import { claimingNewFolder } from '../../files/owned-folder'
import { lancedb } from '../tables/database'
import { removedVectors, type DerivedTable } from './derived-table'
import { isRefusal, readProblem } from '../tables/storage-problem'
import { storedDimensions } from './stored-vectors'

const VECTORS = 'vector'
const indexName = (column: string) => `${column}_idx`

/** Comparing this many rows takes about as long as looking into an index. */
const INDEX_FROM = 10_000
/**
 * Rows written after the index are compared one by one by each search; a larger share of them is
 * worth indexing.
 */
const MOST_UNINDEXED = 0.05
const ROWS_IN_A_PARTITION = 4_096
/** Whole vectors are searched fast as long as LanceDB's cache holds them all. */
const MOST_WHOLE_BYTES = 256 << 20

export interface IndexLimits {
  /** The number of rows from which on there is an index. */
  indexFrom?: number
  /** The size of all vectors up to which an index holds them whole. */
  mostWholeBytes?: number
}

/**
 * Makes sure that a large table has an index over its vectors which covers nearly all rows. Per
 * 100,000 rows, making it takes some seconds, and adding new rows to it less than one. An index
 * counts from the moment it is complete, so that several processes may do this at once, and one
 * that dies leaves the table as it was.
 */
export async function keepIndexed(table: Table, limits: IndexLimits = {}): Promise<void> {
  const rows = await table.countRows()
  if (rows < (limits.indexFrom ?? INDEX_FROM)) return
  const kind = indexKind(rows, await storedDimensions(table), limits)
  const index = await table.indexStats(indexName(VECTORS)).catch(() => undefined)
  if (index?.indexType !== kind) {
    // Written in many small batches, the rows lie in as many fragments, which slows every lookup.
    await table.optimize().catch(() => undefined)
    await indexVectors(table, VECTORS, limits)
  } else if (index.numUnindexedRows > rows * MOST_UNINDEXED) {
    await table.optimize()
  }
}

/** Makes the index over the vectors of a large table anew. */
export async function indexVectors(
  table: Table,
  column: string,
  limits: IndexLimits = {},
): Promise<void> {
  const rows = await table.countRows()
  if (rows < (limits.indexFrom ?? INDEX_FROM)) return
  const kind = indexKind(rows, await storedDimensions(table, column), limits)
  const config = await indexConfig(kind, rows)
  // LanceDB 0.39 leaves a folder behind: https://github.com/lance-format/lance/issues/8992
  await claimingNewFolder(() => table.createIndex(column, { config, name: indexName(column) }))
}

const dropVectorIndex = (table: Table): Promise<void> => table.dropIndex(indexName(VECTORS))

/**
 * As LanceDB names them: an index of whole vectors is exact, one of compressed vectors a fifth as
 * large.
 */
type IndexKind = 'IVF_FLAT' | 'IVF_RQ'

/** LanceDB compresses only vectors whose length is a multiple of eight. */
const indexKind = (
  rows: number,
  dimensions: number,
  { mostWholeBytes = MOST_WHOLE_BYTES }: IndexLimits,
): IndexKind =>
  dimensions % 8 !== 0 || rows * dimensions * Float32Array.BYTES_PER_ELEMENT <= mostWholeBytes
    ? 'IVF_FLAT'
    : 'IVF_RQ'

/**
 * Partitions only spread the work, as a search looks at all of them; six bits a dimension are near
 * enough to order by.
 */
async function indexConfig(kind: IndexKind, rows: number): Promise<Index> {
  const { Index } = await lancedb()
  const numPartitions = Math.max(1, Math.round(rows / ROWS_IN_A_PARTITION))
  const shared = { distanceType: 'dot', numPartitions, maxIterations: 10 } as const
  return kind === 'IVF_FLAT' ? Index.ivfFlat(shared) : Index.ivfRq({ ...shared, numBits: 6 })
}

/** Does some work on a table; `usesIndex` says whether its vector index is to be relied on. */
export type WithTable = <T>(work: (table: Table, usesIndex: boolean) => Promise<T>) => Promise<T>

/**
 * Keeps a table open, and recovers from what may happen to it meanwhile. Work that fails is done
 * once more on the table opened again, as another process may have cleaned up the version that was
 * open. If it still fails though all rows can be read, it is done without the index, which is
 * dropped if that helps. A table whose rows cannot be read is dropped.
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
