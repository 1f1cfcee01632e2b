import type { Connection } from '@lancedb/lancedb'
import { RECORD_KINDS, type AnyRecordKinds } from '../../domain/record-kinds'
import { openDatabase } from './database'
import {
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
import { isAsCommitted, rollBack, type OnWriteStep, type Writable } from './table-versions'
import { withWorkspaceLock } from './workspace-lock'

export interface FolderOptions<Kinds extends AnyRecordKinds = AnyRecordKinds> {
  /** The kinds of record that workspaces keep. */
  kinds?: Kinds
  migrations?: readonly Migration[]
  /** Called as a write goes on; what it throws, the write fails with. */
  onWriteStep?: OnWriteStep
}

/** A workspace's folder, open for reading and writing. */
export interface WorkspaceFolder extends Writable {
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
  const folder: WorkspaceFolder = {
    dir,
    database,
    kinds: schema.kinds,
    onStep: options.onWriteStep,
    async manifest() {
      const stored = await readAnyManifest(dir)
      if (stored.schemaVersion >= schema.schemaVersion) return parseManifest(stored, dir, schema)
      await upgrade(folder, options.migrations ?? MIGRATIONS)
      return parseManifest(await readAnyManifest(dir), dir, schema)
    },
    close: () => database.close(),
  }
  await tidy(folder, await folder.manifest())
  return folder
}

async function upgrade(folder: Writable, migrations: readonly Migration[]): Promise<void> {
  const { dir } = folder
  const wanted = schemaVersionOf(migrations)
  try {
    await withWorkspaceLock(dir, async () => {
      const manifest = await readAnyManifest(dir)
      if (manifest.schemaVersion > wanted) throw newerVersion(`The workspace in ${dir}`)
      if (manifest.schemaVersion === wanted) return
      await writeManifest(dir, await migrate(manifest, migrations, folder))
      await folder.onStep?.('manifest written')
    })
  } catch (error) {
    throw writeProblem(error, dir)
  }
}

/** Takes back what a killed process left. Reading does without, so a busy or read-only workspace just stays as it is. */
async function tidy(folder: WorkspaceFolder, manifest: Manifest): Promise<void> {
  if (await isAsCommitted(folder.database, manifest)) return
  const patienceMs = 0
  const takeBack = async () => rollBack(folder, await folder.manifest())
  await withWorkspaceLock(folder.dir, takeBack, patienceMs).catch(() => undefined)
}
