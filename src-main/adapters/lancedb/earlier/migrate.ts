import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import type { AcquiredLock } from '../../files/file-lock'
import {
  goneBack,
  isCopy,
  MARKER_FILE,
  readMarker,
  writeMarker,
  LAYOUT,
  type AnyMarker,
} from '../tables/marker'
import { isWhole } from '../records/found-parts'
import type { Part } from '../records/head'
import { committedAt, rowOfHead, type Committed } from '../records/records-table'
import { arrowRows, RECORDS, RECORDS_FOLDER, type RecordRow } from '../records/rows'
import { memberPartsOf } from '../records/write-change'
import type { OnWriteStep } from '../records/write-step'
import type { Database } from '../tables/database'
import {
  earlierManifest,
  headOfEarlier,
  HISTORY_FILE,
  manifestsBefore,
  type EarlierManifest,
} from './earlier-manifest'
import {
  earlierTables,
  MissingRows,
  readEarlier,
  removeAll,
  type EarlierFolder,
} from './read-earlier'

/** What is left of an earlier layout of which not everything could be read. */
export const EARLIER_FOLDER = 'earlier-layout'

interface Target {
  dir: string
  /** Told what the workspace's users should know. */
  say?: ((text: string) => void) | undefined
  /** Of the folder in which the table of records is made. */
  database: Database
  kinds: AnyRecordKinds
}

/**
 * Writes all records of an earlier layout into one table. What lies in the folder stays as it is.
 * @throws Problem where the manifest cannot be read; whatever writing throws.
 */
export async function recordsFromEarlier(
  from: EarlierFolder,
  stored: AnyMarker,
  target: Target,
): Promise<Committed> {
  const home = from.home ?? from.dir
  const named = earlierManifest(stored, home, from.kinds)
  const found = await writeRecords(from, named, target).catch(ifMissing)
  if (found) return found
  if (await isCopy(stored, home)) {
    const whole = await wholeCommit(from, named, target)
    if (whole) return whole
  }
  return writeRecords(from, named, { ...target, isSalvaging: true })
}

const ifMissing = (error: unknown): undefined => {
  if (!(error instanceof MissingRows)) throw error
}

/** The last commit of a folder that was copied while it was written that is whole in it. */
async function wholeCommit(
  from: EarlierFolder,
  named: EarlierManifest,
  target: Target,
): Promise<Committed | undefined> {
  const tables = Object.keys(named.tables)
  for (const before of await manifestsBefore(named, from.home ?? from.dir, from.kinds)) {
    // Where a table is missing altogether, something else is wrong.
    if (!tables.every((name) => before.tables[name])) continue
    const found = await writeRecords(from, before, target).catch(ifMissing)
    if (!found || !(await isWhole(await found.table(), found.head))) continue
    target.say?.(goneBack(from.home ?? from.dir, found.head.revision))
    return found
  }
  return undefined
}

async function writeRecords(
  from: EarlierFolder,
  manifest: EarlierManifest,
  { dir, database, kinds, isSalvaging = false }: Target & { isSalvaging?: boolean },
): Promise<Committed> {
  // What a migration left that did not come to its end.
  await rm(join(dir, RECORDS_FOLDER), { recursive: true, force: true })
  const memberParts = memberPartsOf(kinds)
  let isMade = false
  const onRows = async (rows: RecordRow[]) => {
    if (rows.length === 0) return
    const written = arrowRows(rows, memberParts)
    if (isMade) await (await database.openTable(RECORDS)).add(written)
    else await database.createTable(RECORDS, written)
    isMade = true
  }
  const parts: Record<string, Part> = await readEarlier(from, manifest, {
    onRows,
    isSalvaging,
  })
  await onRows([rowOfHead({ ...headOfEarlier(manifest), parts })])
  const version = await (await database.openTable(RECORDS)).version()
  return committedAt({ dir, database, kinds }, version)
}

interface Migrating extends EarlierFolder, Pick<Target, 'say'> {
  lock: AcquiredLock
  onStep?: OnWriteStep | undefined
}

/**
 * Brings a folder to this program's layout. The marker is written last: until then the earlier
 * layout is what counts, and after it the tables of that are removed once the new one was read
 * whole.
 */
export async function migrateFolder(folder: Migrating): Promise<void> {
  const { dir, lock, onStep } = folder
  const marker = await readMarker(dir)
  if (marker.schemaVersion === LAYOUT) return
  await recordsFromEarlier(folder, marker, folder)
  await onStep?.('records written')
  await mkdir(join(dir, EARLIER_FOLDER), { recursive: true })
  await copyFile(join(dir, MARKER_FILE), join(dir, EARLIER_FOLDER, MARKER_FILE))
  await writeMarker(dir, lock)
  await onStep?.('marker written')
}

/** Removes the tables of an earlier layout if the new one is whole, else puts them aside. */
export async function putEarlierAway(
  { dir, kinds }: Pick<EarlierFolder, 'dir' | 'kinds'>,
  { table, head }: Committed,
): Promise<void> {
  const tables = await earlierTables(dir, kinds)
  const isRead = await table()
    .then((open) => isWhole(open, head))
    .catch(() => false)
  if (isRead) {
    await removeAll(dir, [...tables, HISTORY_FILE, EARLIER_FOLDER])
    return
  }
  await mkdir(join(dir, EARLIER_FOLDER), { recursive: true })
  for (const entry of [...tables, HISTORY_FILE])
    await rename(join(dir, entry), join(dir, EARLIER_FOLDER, entry)).catch(() => undefined)
}
