import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import { RECORD_KINDS, type AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { isTemporaryOf } from '../../files/atomic-write'
import { markOf } from '../../files/while-unchanged'
import { earlierTables } from '../earlier/read-earlier'
import { migrateFolder, putEarlierAway } from '../earlier/migrate'
import { wholeBefore } from '../records/commits-before'
import { stateOf, type Place } from '../records/head'
import type { Committed, RecordsPlace } from '../records/records-table'
import { RECORDS_FOLDER } from '../records/rows'
import { snapshotAt, type StoredSnapshot } from '../records/snapshot'
import type { OnWriteStep } from '../records/write-step'
import { openDatabase, type Database } from '../tables/database'
import { inFlight } from '../tables/in-flight'
import {
  ChangedRows,
  DamagedPart,
  isRefusal,
  readProblem,
  writeProblem,
} from '../tables/storage-problem'
import { isWorkspaceLockFile, withWorkspaceLock } from '../tables/workspace-lock'
import type { WorkspaceState } from '../../../ports/workspace-store'
import { removeDeadBuilds } from './build-folder'
import { settlingCopies } from './copied-folder'
import { currentMarker, LAYOUT, MARKER_FILE, readMarker, type AnyMarker } from '../tables/marker'
import { requireUsable } from './new-place'
import { knownCommits, tablesToWrite, type Current } from './known-commits'
import { readingEarlier } from './reading-earlier'

export interface FolderOptions<Kinds extends AnyRecordKinds = AnyRecordKinds> {
  /** The kinds of record that workspaces keep. */
  kinds?: Kinds | undefined
  /** Called as a write goes on; what it throws, the write fails with. */
  onWriteStep?: OnWriteStep | undefined
}

/** A workspace's folder, open for reading and writing. */
export interface WorkspaceFolder extends RecordsPlace {
  onStep?: OnWriteStep | undefined
  /** As of the last commit of any process. @throws Problem as {@link openFolder}. */
  current(): Promise<Current>
  /**
   * The same, to write on from.
   * @throws Problem also where an older folder cannot be brought to this program's layout.
   */
  currentToWrite(): Promise<Current>
  /** The table of records, to be written to: the same one until the folder is replaced. */
  tableToWrite(place: Place): Promise<Table>
  /** Takes note of the commit that was made on another: it need not be read. */
  committed(on: Current, made: Committed): void
  /** Reads from the last commit of any process. @throws Problem naming the damaged part. */
  read<T>(work: (snapshot: StoredSnapshot, state: WorkspaceState) => Promise<T>): Promise<T>
  /** Has this told what its users should know, what was said before as well. */
  onNotice(listener: (text: string) => void): void
  /** Does work that closing waits for. @throws Problem `unavailable` once it is closed. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Refuses further work, and closes once what is under way is done, or after some seconds. */
  close(): Promise<void>
}

/** How long another program may take to bring the folder to this layout: it writes all of it. */
const MIGRATING_PATIENCE_MS = 60_000

/** How long closing waits for reads, and for a commit. */
const CLOSING_PATIENCE_MS = 10_000

/**
 * Opens the workspace of a folder, first bringing it to this program's layout. Where that may not
 * be written it is read all the same.
 * @throws Problem `bad-input`, `not-found`, `newer-version`, `unreadable`.
 */
export async function openFolder(
  dir: string,
  options: FolderOptions = {},
): Promise<WorkspaceFolder> {
  requireUsable(dir)
  await readMarker(dir)
  const database = await openDatabase(dir)
  try {
    return await openWith(database, dir, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openWith(
  database: Database,
  dir: string,
  { kinds = RECORD_KINDS, onWriteStep: onStep }: FolderOptions,
): Promise<WorkspaceFolder> {
  const records: RecordsPlace = { dir, database, kinds }
  const work = inFlight(() => closedWorkspace(dir))
  const notices = noticesOf()
  const settle = settlingCopies(records, notices.say)
  const earlier = readingEarlier(records, notices.say)
  const known = knownCommits(records)
  const writers = tablesToWrite(records)
  const current = async (onRefused?: OnRefused): Promise<Current> => {
    const newest = known.newest()
    if (newest) return newest
    const mark = markOf(join(dir, MARKER_FILE))
    const marker = await readMarker(dir)
    if (marker.schemaVersion === LAYOUT) {
      const { place, version } = await settle(currentMarker(marker, dir))
      return known.read({ place, marker: mark }, version)
    }
    const copy = onRefused && (await earlier.known(marker))
    if (copy) return copy
    try {
      await withWorkspaceLock(
        dir,
        (lock) => migrateFolder({ ...records, lock, onStep, say: notices.say }),
        MIGRATING_PATIENCE_MS,
      )
    } catch (error) {
      if (onRefused && isRefusal(error)) return onRefused(marker, error)
      throw writeProblem(error, dir)
    }
    return current()
  }
  const folder: WorkspaceFolder = {
    ...records,
    onStep,
    current: () => current(earlier.read),
    currentToWrite: () => current(),
    committed: ({ place }, made) => known.note({ ...made, place }),
    tableToWrite: writers.open,
    read: (reading) => readCurrent(folder, reading),
    during: work.run,
    onNotice: notices.listen,
    async close() {
      await work.close(CLOSING_PATIENCE_MS)
      await database.close()
      await earlier.close()
    },
  }
  await removeDeadBuilds(dir)
  await folder.current()
  await tidyFolder(folder)
  return folder
}

type OnRefused = (marker: AnyMarker, refusal: unknown) => Promise<Current>

/**
 * A version may vanish below a reader once it is old enough to be cleaned up, and the whole folder
 * may be replaced by another: then it is read again.
 */
export async function readCurrent<T>(
  folder: Pick<WorkspaceFolder, 'dir' | 'database' | 'kinds' | 'current'>,
  work: (snapshot: StoredSnapshot, state: WorkspaceState) => Promise<T>,
): Promise<T> {
  for (;;) {
    const { head, table, version, place } = await folder.current()
    try {
      const snapshot = snapshotAt({ dir: folder.dir, head, table })
      const found = await work(snapshot, stateOf(head, place))
      if ((await folder.current()).place.stamp === place.stamp) return found
    } catch (error) {
      const now = await folder.current()
      if (now.version !== version || now.place.stamp !== place.stamp) continue
      if (error instanceof DamagedPart && error.cause instanceof ChangedRows)
        error.wholeBefore = (await wholeBefore(folder, now))?.head.revision
      throw readProblem(error, folder.dir)
    }
  }
}

function noticesOf() {
  const said: string[] = []
  const listeners: ((text: string) => void)[] = []
  return {
    say(text: string) {
      said.push(text)
      listeners.forEach((listener) => listener(text))
    },
    listen(listener: (text: string) => void) {
      listeners.push(listener)
      said.forEach(listener)
    },
  }
}

const closedWorkspace = (dir: string): Problem =>
  new Problem(
    'unavailable',
    `The workspace in ${dir} was closed meanwhile.`,
    'Open it again, and try again.',
  )

/**
 * Takes back what a killed process left, and what is left of an earlier layout. Reading does
 * without, so a busy or read-only workspace just stays as it is.
 */
async function tidyFolder({ dir, kinds, currentToWrite }: WorkspaceFolder): Promise<void> {
  const files = await readdir(dir)
  const isUnplaced = (file: string) => isTemporaryOf(file, MARKER_FILE)
  const isMigrated = files.includes(RECORDS_FOLDER) && !(await isEarlier(dir))
  const isLeft = isMigrated && (await earlierTables(dir, kinds)).length > 0
  if (!isLeft && !files.some((file) => isUnplaced(file) || isWorkspaceLockFile(file))) return
  const takeBack = withWorkspaceLock(
    dir,
    async () => {
      for (const file of files.filter(isUnplaced)) await rm(join(dir, file), { force: true })
      if (isLeft) await putEarlierAway({ dir, kinds }, await currentToWrite())
    },
    0,
  )
  await takeBack.catch(() => undefined)
}

const isEarlier = async (dir: string): Promise<boolean> =>
  (await readMarker(dir)).schemaVersion < LAYOUT
