import { readdir, rm, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:fs'
import { RECORD_KINDS, type AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import { isTemporaryOf } from '../../files/atomic-write'
import { Problem } from '../../../domain/problem'
import { ownedFolder } from '../../files/owned-folder'
import { whileUnchanged } from '../../files/while-unchanged'
import { removeDeadBuilds } from './build-folder'
import { lastWholeCommit, wholeCommitBefore } from './commit-history'
import { openDatabase, type Database } from '../tables/database'
import { DOCUMENT_TABLE } from '../vectors/document-tables'
import {
  folderMark,
  isSameFolder,
  MANIFEST_FILE,
  newerVersion,
  parseManifest,
  readAnyManifest,
  writeManifest,
  type KnownSchema,
  type Manifest,
  type StampedManifest,
} from './manifest'
import { MIGRATIONS, migrate, schemaVersionOf, type Migration } from './migrations'
import { inFlight } from '../tables/in-flight'
import { requireUsable } from './new-place'
import { isRefusal, writeProblem } from '../tables/storage-problem'
import { isAsCommitted, rollBack, type OnWriteStep, type Opened } from './table-versions'
import { isWorkspaceLockFile, withWorkspaceLock } from '../tables/workspace-lock'
import { tablesOf } from '../tables/workspace-tables'

export interface FolderOptions<Kinds extends AnyRecordKinds = AnyRecordKinds> {
  /** The kinds of record that workspaces keep. */
  kinds?: Kinds
  migrations?: readonly Migration[]
  /** Called as a write goes on; what it throws, the write fails with. */
  onWriteStep?: OnWriteStep
}

/** A workspace's folder, open for reading and writing. */
export interface WorkspaceFolder extends Opened {
  kinds: AnyRecordKinds
  /** As of the last commit of any process. @throws Problem as {@link openFolder}. */
  manifest(): Promise<Manifest>
  /**
   * The same, to write on from.
   * @throws Problem also where an older folder cannot be brought to this program's schema version.
   */
  manifestToWrite(): Promise<Manifest>
  /**
   * Where the records that a manifest names are: in the folder, or in a copy where it is older and
   * may not be written to.
   */
  databaseOf(manifest: Manifest): Database
  /** The revision of the last commit before one that is whole, where that is known. */
  wholeBefore(manifest: Manifest): Promise<number | undefined>
  /** Has this told what its users should know, what was said before as well. */
  onNotice(listener: (text: string) => void): void
  /** Does work that closing waits for. @throws Problem `unavailable` once it is closed. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Refuses further work, and closes once what is under way is done, or after some seconds. */
  close(): Promise<void>
}

/** How long closing waits for reads, and for a commit. */
const CLOSING_PATIENCE_MS = 10_000

export const knownSchema = ({
  kinds = RECORD_KINDS,
  migrations = MIGRATIONS,
}: FolderOptions): KnownSchema => ({ kinds, schemaVersion: schemaVersionOf(migrations) })

/**
 * Opens the workspace of a folder, first bringing it to this program's schema version. Where that
 * may not be written it is read all the same.
 * @throws Problem `bad-input`, `not-found`, `newer-version`, `unreadable`.
 */
export async function openFolder(
  dir: string,
  options: FolderOptions = {},
): Promise<WorkspaceFolder> {
  const schema = knownSchema(options)
  requireUsable(dir)
  await readAnyManifest(dir)
  const database = await openDatabase(dir)
  try {
    return await openWith(database, dir, { ...options, schema })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openWith(
  database: Database,
  dir: string,
  { schema, ...options }: FolderOptions & { schema: KnownSchema },
): Promise<WorkspaceFolder> {
  const work = inFlight(() => closedWorkspace(dir))
  const opened: Opened = { dir, database, onStep: options.onWriteStep }
  const notices = noticesOf()
  const settle = settlingCopies(opened, schema, notices.say)
  const migrations = options.migrations ?? MIGRATIONS
  const older = readingOlder(dir, { ...schema, migrations })
  // Each search asks several times, and one that lists many runs takes milliseconds to check.
  const asItLies = whileUnchanged(join(dir, MANIFEST_FILE), async () => {
    const stored = await readAnyManifest(dir)
    const isOlder = stored.schemaVersion < schema.schemaVersion
    return {
      stored,
      manifest: isOlder ? undefined : await settle(parseManifest(stored, dir, schema)),
    }
  })
  const current = async (onRefused?: OnRefused): Promise<Manifest> => {
    const { stored, manifest } = await asItLies()
    if (manifest) return manifest
    const known = onRefused && (await older.known(stored))
    if (known) return known
    try {
      await upgrade(opened, migrations)
    } catch (error) {
      if (onRefused && isRefusal(error)) return onRefused(stored, error)
      throw writeProblem(error, dir)
    }
    return parseManifest(await readAnyManifest(dir), dir, schema)
  }
  const folder: WorkspaceFolder = {
    ...opened,
    kinds: schema.kinds,
    manifest: () => current(older.read),
    manifestToWrite: () => current(),
    databaseOf: (manifest) => older.databaseOf(manifest) ?? database,
    during: work.run,
    onNotice: notices.listen,
    wholeBefore: async (manifest) => (await wholeCommitBefore(opened, manifest, schema))?.revision,
    async close() {
      await work.close(CLOSING_PATIENCE_MS)
      await database.close()
      await older.close()
    },
  }
  await removeDeadBuilds(dir)
  const manifest = await folder.manifest()
  if (!older.databaseOf(manifest)) await tidy(folder, manifest)
  return folder
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

const goneBack = (dir: string, { from, to }: { from: number; to: number }): string =>
  `The folder ${dir} is a copy in which commit ${from} is not whole, so it is as of commit ${to}. ` +
  'If no program wrote to it while it was copied, it is damaged: copy it again, or put it back from a backup.'

const closedWorkspace = (dir: string): Problem =>
  new Problem(
    'unavailable',
    `The workspace in ${dir} was closed meanwhile.`,
    'Open it again, and try again.',
  )

type OnRefused = (stored: StampedManifest, refusal: unknown) => Promise<Manifest>

/**
 * Up-to-date copies of a folder that may not be brought up to date itself, one for each manifest
 * that lay there.
 */
function readingOlder(dir: string, schema: Parameters<typeof upToDateCopy>[2]) {
  const copies = new Map<string, Promise<UpToDateCopy>>()
  const databases = new Map<Manifest, Database>()
  const read: OnRefused = async (stored, refusal) => {
    const making = copies.get(stored.stamp) ?? upToDateCopy(dir, stored, schema)
    copies.set(stored.stamp, making)
    try {
      const { manifest, database } = await making
      databases.set(manifest, database)
      return manifest
    } catch (error) {
      copies.delete(stored.stamp)
      throw writeProblem(isRefusal(error) ? refusal : error, dir)
    }
  }
  return {
    read,
    known: async ({ stamp }: StampedManifest) =>
      (await copies.get(stamp)?.catch(() => undefined))?.manifest,
    databaseOf: (manifest: Manifest) => databases.get(manifest),
    async close() {
      for (const copy of copies.values()) await (await copy).close()
    },
  }
}

async function upgrade(folder: Opened, migrations: readonly Migration[]): Promise<void> {
  const { dir } = folder
  const wanted = schemaVersionOf(migrations)
  await withWorkspaceLock(dir, async (lock) => {
    const manifest = await readAnyManifest(dir)
    if (manifest.schemaVersion > wanted) throw newerVersion(`The workspace in ${dir}`)
    if (manifest.schemaVersion === wanted) return
    const writable = { ...folder, lock }
    await writeManifest(writable, await migrate(manifest, migrations, writable))
    await folder.onStep?.('manifest written')
  })
}

/**
 * A folder other than the one its manifest was written in was copied, perhaps while it was written:
 * it goes back to the last commit that is whole, and is a workspace like any other from then on.
 * Where that cannot be written, in a folder that may only be read say, it is what is read all the
 * same.
 */
function settlingCopies(folder: Opened, schema: KnownSchema, say: (text: string) => void) {
  const { dir } = folder
  let settled: { stamp: string; manifest: Promise<Manifest> } | undefined
  const settle = async (named: Manifest): Promise<Manifest> => {
    const whole = await lastWholeCommit(folder, named, schema)
    if (whole !== named) say(goneBack(dir, { from: named.revision, to: whole.revision }))
    const write = withWorkspaceLock(
      dir,
      async (lock) => {
        const isAsRead = (await readAnyManifest(dir)).stamp === named.stamp
        return isAsRead ? writeManifest({ dir, lock }, whole) : whole
      },
      0,
    )
    return write.catch(() => whole)
  }
  return async (manifest: Manifest): Promise<Manifest> => {
    const { folder: writtenIn, stamp } = manifest
    if (!writtenIn || isSameFolder(writtenIn, await folderMark(dir))) return manifest
    if (settled?.stamp !== stamp) settled = { stamp, manifest: settle(manifest) }
    return settled.manifest
  }
}

/**
 * Takes back what a killed process left. Reading does without, so a busy or read-only workspace
 * just stays as it is.
 */
async function tidy(folder: WorkspaceFolder, manifest: Manifest): Promise<void> {
  const { dir } = folder
  const known = tablesOf(folder.kinds).map(({ name }) => name)
  const files = await readdir(dir)
  const isTidy = !files.some((file) => isUnplaced(file) || isWorkspaceLockFile(file))
  if (isTidy && (await isAsCommitted(folder, manifest, known))) return
  const takeBack = withWorkspaceLock(
    dir,
    async (lock) => {
      for (const file of files.filter(isUnplaced)) await rm(join(dir, file), { force: true })
      await rollBack({ ...folder, lock }, await folder.manifestToWrite(), known)
    },
    0,
  )
  await takeBack.catch(() => undefined)
}

/** Whether it is a manifest that was not put in its place. Only who holds the lock writes one. */
const isUnplaced = (file: string): boolean => isTemporaryOf(file, MANIFEST_FILE)

/** The records of an older workspace, brought up to date in the system's temporary folder. */
interface UpToDateCopy {
  manifest: Manifest
  database: Database
  close(): Promise<void>
}

/**
 * Lets an older workspace be read where its folder may not be written to. Vectors are the same in
 * all versions, and stay there.
 */
async function upToDateCopy(
  dir: string,
  stored: StampedManifest,
  { migrations, ...schema }: KnownSchema & { migrations: readonly Migration[] },
): Promise<UpToDateCopy> {
  const folder = await ownedFolder()
  try {
    for (const name of (await readdir(dir)).filter(isRecordTable))
      await copyFolder(join(dir, name), join(folder.path, name))
    const database = await openDatabase(folder.path)
    const migrated = await migrate(stored, migrations, { dir: folder.path, database })
    return {
      manifest: parseManifest({ ...migrated, stamp: stored.stamp }, dir, schema),
      database,
      async close() {
        await database.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

const isRecordTable = (name: string): boolean =>
  name.endsWith('.lance') && !DOCUMENT_TABLE.test(name.replace(/\.lance$/, ''))

/** Not as the system copies folders: those that may not be written to would come out as such. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyFolder(source, target)
    else await copyFile(source, target, constants.COPYFILE_FICLONE)
  }
}
