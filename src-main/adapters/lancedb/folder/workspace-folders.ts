import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../../../domain/problem'
import type { WorkspaceEntry } from '../../../domain/workspace/workspace'
import { isTemporaryOf } from '../../files/atomic-write'
import { asideIn, isBuildOrRemoved, removeDeadBuilds, removeFolder } from './build-folder'
import { HISTORY_FILE } from './commit-history'
import { DERIVED_FOLDER } from './derived-files'
import { DOCUMENT_TABLE } from '../tables/document-tables'
import { infoOf, MANIFEST_FILE, parseManifest, readAnyManifest, type KnownSchema } from './manifest'
import { isFull, writeProblem } from '../tables/storage-problem'
import type { OnWriteStep } from '../tables/table-versions'
import { isWorkspaceLockFile, withWorkspaceLock } from './workspace-lock'
import { tablesOf } from '../tables/workspace-tables'

/** The workspaces directly below a folder by name, broken ones with what is wrong with them. */
export async function listWorkspaces(
  folder: string,
  schema: KnownSchema,
): Promise<WorkspaceEntry[]> {
  await removeDeadBuilds(folder)
  const subfolders = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const entries = await Promise.all(
    subfolders
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => entryOf(join(folder, entry.name), schema)),
  )
  return entries
    .filter((entry) => entry !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.dir < b.dir ? -1 : 1))
}

/** Nothing for a folder that is no workspace. */
async function entryOf(dir: string, schema: KnownSchema): Promise<WorkspaceEntry | undefined> {
  try {
    const stored = await readAnyManifest(dir)
    // An older workspace is brought up to date when it is opened; until then it has no counts to show.
    if (stored.schemaVersion < schema.schemaVersion) return { dir, name: basename(dir) }
    const info = infoOf(dir, parseManifest(stored, dir, schema))
    return { dir, name: info.name, info }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not-found') return undefined
    return { dir, name: basename(dir), problem: { message: error.message, fix: error.fix } }
  }
}

/** What systems leave in any folder. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** Whether a file or folder is part of a workspace, or what the system left there. */
export const belongsTo =
  ({ kinds }: KnownSchema) =>
  (entry: string): boolean =>
    [
      MANIFEST_FILE,
      HISTORY_FILE,
      DERIVED_FOLDER,
      ...tablesOf(kinds).map(({ name }) => `${name}.lance`),
    ].includes(entry) ||
    LITTER.has(entry) ||
    DOCUMENT_TABLE.test(entry.replace(/\.lance$/, '')) ||
    isWorkspaceLockFile(entry) ||
    isBuildOrRemoved(entry) ||
    [MANIFEST_FILE, HISTORY_FILE].some((name) => isTemporaryOf(entry, name))

/**
 * Removes a workspace's folder, provided there is nothing else in it.
 * @throws Problem `bad-input` when there is, or when it is no workspace; `busy` while a process writes to it.
 */
export async function removeWorkspace(
  dir: string,
  schema: KnownSchema,
  onStep?: OnWriteStep,
): Promise<void> {
  await requireWorkspaceOnly(dir, schema)
  try {
    const aside = await withWorkspaceLock(dir, () => putAside(dir)).catch((error: unknown) => {
      // No lock can be written on a full disk, but neither can anything that it would keep from the folder.
      if (isFull(error)) return putAside(dir)
      throw error
    })
    await onStep?.('folder put aside')
    await removeFolder(aside)
  } catch (error) {
    throw writeProblem(error, dir)
  }
}

/**
 * Makes the folder one that is no workspace any more, in one step, and says where it is then. Where it cannot be renamed,
 * as on Windows while a file in it is open, its manifest goes first.
 */
async function putAside(dir: string): Promise<string> {
  const aside = asideIn(dirname(dir))
  try {
    await rename(dir, aside)
    return aside
  } catch {
    await rm(join(dir, MANIFEST_FILE))
    return dir
  }
}

async function requireWorkspaceOnly(dir: string, schema: KnownSchema): Promise<void> {
  const entries = await readdir(dir).catch((): string[] => [])
  if (!entries.includes(MANIFEST_FILE)) {
    throw new Problem(
      'bad-input',
      `${dir} is no workspace, so it was not removed.`,
      'Choose a workspace from the list.',
    )
  }
  const belongs = belongsTo(schema)
  const foreign = entries.find((entry) => !belongs(entry))
  if (foreign !== undefined) {
    throw new Problem(
      'bad-input',
      `${dir} also holds "${foreign}", which is not part of the workspace, so it was not removed.`,
      'Move that elsewhere first, or delete the folder yourself.',
    )
  }
}
