import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@lancedb/lancedb'
import { RECORD_KINDS, type AnyRecordKinds } from '../../domain/record-kinds'
import { isTemporaryOf } from '../files/atomic-write'
import { folderMark, isSameFolder } from '../files/folder-mark'
import { removeDeadBuilds } from './build-folder'
import { openDatabase } from './database'
import {
  MANIFEST_FILE,
  newerVersion,
  parseManifest,
  readAnyManifest,
  writeManifest,
  type KnownSchema,
  type Manifest,
} from './manifest'
import type { Migration } from './migration'
import { MIGRATIONS, migrate, schemaVersionOf } from './migrations'
import { writeProblem } from './storage-problem'
import { isAsCommitted, rollBack, type OnWriteStep, type Opened } from './table-versions'
import { lastWholeCommit } from './whole-commit'
import { isWorkspaceLockFile, withWorkspaceLock } from './workspace-lock'
import { tablesOf } from './workspace-tables'

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
  close(): void
}

export const knownSchema = ({
  kinds = RECORD_KINDS,
  migrations = MIGRATIONS,
}: FolderOptions): KnownSchema => ({ kinds, schemaVersion: schemaVersionOf(migrations) })

/**
 * Opens the workspace of a folder, first bringing it to this program's schema version.
 * @throws Problem `not-found`, `newer-version`, `unreadable`.
 */
export async function openFolder(
  dir: string,
  options: FolderOptions = {},
): Promise<WorkspaceFolder> {
  const schema = knownSchema(options)
  await readAnyManifest(dir)
  const database: Connection = await openDatabase(dir)
  const opened: Opened = { dir, database, onStep: options.onWriteStep }
  const settle = settlingCopies(opened, schema)
  const folder: WorkspaceFolder = {
    ...opened,
    kinds: schema.kinds,
    async manifest() {
      const stored = await readAnyManifest(dir)
      if (stored.schemaVersion >= schema.schemaVersion) {
        return settle(parseManifest(stored, dir, schema))
      }
      await upgrade(opened, options.migrations ?? MIGRATIONS)
      return parseManifest(await readAnyManifest(dir), dir, schema)
    },
    close: () => database.close(),
  }
  await removeDeadBuilds(dir)
  await tidy(folder, await folder.manifest())
  return folder
}

async function upgrade(folder: Opened, migrations: readonly Migration[]): Promise<void> {
  const { dir } = folder
  const wanted = schemaVersionOf(migrations)
  try {
    await withWorkspaceLock(dir, async (lock) => {
      const manifest = await readAnyManifest(dir)
      if (manifest.schemaVersion > wanted) throw newerVersion(`The workspace in ${dir}`)
      if (manifest.schemaVersion === wanted) return
      const writable = { ...folder, lock }
      await writeManifest(writable, await migrate(manifest, migrations, writable))
      await folder.onStep?.('manifest written')
    })
  } catch (error) {
    throw writeProblem(error, dir)
  }
}

/**
 * A folder other than the one its manifest was written in was copied, perhaps while it was written: it goes back to the
 * last commit that is whole, and is a workspace like any other from then on. Where that cannot be written, in a folder
 * that may only be read say, it is what is read all the same.
 */
function settlingCopies(folder: Opened, schema: KnownSchema) {
  const { dir } = folder
  let settled: { stamp: string; manifest: Promise<Manifest> } | undefined
  const settle = async (named: Manifest): Promise<Manifest> => {
    const whole = await lastWholeCommit(folder, named, schema)
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

/** Takes back what a killed process left. Reading does without, so a busy or read-only workspace just stays as it is. */
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
      await rollBack({ ...folder, lock }, await folder.manifest(), known)
    },
    0,
  )
  await takeBack.catch(() => undefined)
}

/** Whether it is a manifest that was not put in its place. Only who holds the lock writes one. */
const isUnplaced = (file: string): boolean => isTemporaryOf(file, MANIFEST_FILE)
