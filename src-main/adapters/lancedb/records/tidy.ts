import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { lancedb } from '../tables/database'
import { rowsByFile } from '../tables/sound-files'
import { oldestVersionFile, versionsFolder } from './records-table'
import { ALL_COLUMNS, GONE_PART } from './rows'
import { isPart } from './snapshot'
import type { OnWriteStep } from './write-step'

/** Versions between tidying up: one a commit, so that a scan never meets many more files. */
const TIDY_EVERY = 32
/** Files of fewer rows are joined. Larger ones stay as they are, such as that of an import. */
const MOST_JOINED = 5_000
/** Readers of other processes may still be at a version that was the newest one so long ago. */
const KEEP_VERSIONS_MS = 60 * 60 * 1000

/**
 * Drops rows that are gone and joins small files. LanceDB's own compaction would write all rows
 * anew each time; it is called only where versions are there that nobody can read any more, which
 * nothing else removes.
 */
export async function tidy(dir: string, table: Table, onStep?: OnWriteStep): Promise<void> {
  if ((await table.version()) % TIDY_EVERY !== 0) return
  const gone = isPart(GONE_PART)
  if ((await table.countRows(gone)) > 0) await table.delete(gone)
  await joinSmallFiles(table)
  await indexRows(table)
  if (hasOldVersions(dir)) await table.optimize({ cleanupOlderThan: await oldestVersion(table) })
  await onStep?.('table tidied')
}

/** Rows that are looked through without the index: fewer take less time than making it. */
const MOST_UNINDEXED = 5_000

/** Has rows found by name and by part, where there are many others. */
export async function indexRows(table: Table): Promise<void> {
  const known = await table.indexStats('part_idx')
  if ((known?.numUnindexedRows ?? (await table.countRows())) <= MOST_UNINDEXED) return
  const { Index } = await lancedb()
  await table.createIndex('part', { config: Index.bitmap(), name: 'part_idx', replace: true })
  await table.createIndex('row', { config: Index.btree(), name: 'row_idx', replace: true })
}

async function joinSmallFiles(table: Table): Promise<void> {
  const small = (await rowsByFile(table)).filter((rows) => rows.length < MOST_JOINED)
  if (small.length < 2) return
  const rows = await table.takeRowIds(small.flat()).select(ALL_COLUMNS).toArrow()
  await table.mergeInsert('row').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows)
}

/** Whether versions are there that were superseded long ago. */
function hasOldVersions(dir: string): boolean {
  const file = oldestVersionFile(dir)
  if (file === undefined) return false
  const { mtimeMs } = statSync(join(versionsFolder(dir), file))
  return Date.now() - mtimeMs > 2 * KEEP_VERSIONS_MS
}

/**
 * When the version was made that was the newest one an hour ago: who read or copied it then may
 * still need it.
 */
async function oldestVersion(table: Table): Promise<Date> {
  const since = Date.now() - KEEP_VERSIONS_MS
  const times = (await table.listVersions()).map(({ timestamp }) => timestamp.getTime())
  const older = times.filter((time) => time <= since)
  return new Date(older.length > 0 ? Math.max(...older) : since)
}
