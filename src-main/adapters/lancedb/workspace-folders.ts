import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../../domain/problem'
import type { WorkspaceEntry } from '../../domain/workspace'
import { DERIVED_FOLDER } from './derived-files'
import { DOCUMENT_TABLE } from './document-tables'
import { folderName } from './folder-name'
import { infoOf, MANIFEST_FILE, parseManifest, readAnyManifest, type KnownSchema } from './manifest'
import { writeProblem } from './storage-problem'
import { LOCK_FILES, withWorkspaceLock } from './workspace-lock'
import { tablesOf } from './workspace-tables'

/** A folder for a new workspace. */
export interface NewFolder {
  dir: string
  /** Whether it was there before, empty. */
  existed: boolean
}

/**
 * `dir` where given, else a new folder below `library` named after the workspace.
 * @throws Problem `conflict` when `dir` holds anything.
 */
export async function newFolder(name: string, library: string, dir?: string): Promise<NewFolder> {
  if (dir) return claim(dir)
  await mkdir(library, { recursive: true })
  const base = folderName(name)
  for (let number = 1; ; number++) {
    const candidate = join(library, number === 1 ? base : `${base}-${number}`)
    if (await makeFolder(candidate)) return { dir: candidate, existed: false }
  }
}

async function claim(dir: string): Promise<NewFolder> {
  await mkdir(dirname(dir), { recursive: true })
  if (await makeFolder(dir)) return { dir, existed: false }
  const content = await readdir(dir).catch(() => ['a file'])
  if (content.length === 0) return { dir, existed: true }
  throw new Problem(
    'conflict',
    `${dir} is taken${content.includes(MANIFEST_FILE) ? ': it holds a workspace' : ''}.`,
    content.includes(MANIFEST_FILE)
      ? 'Open that workspace, or choose another folder.'
      : 'Choose a new or empty folder.',
  )
}

/** Whether the folder was not there before. */
async function makeFolder(dir: string): Promise<boolean> {
  try {
    await mkdir(dir)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Undoes {@link newFolder}, with whatever was put in the folder since. */
export async function clearFolder({ dir, existed }: NewFolder): Promise<void> {
  const paths = existed ? (await readdir(dir)).map((entry) => join(dir, entry)) : [dir]
  for (const path of paths) await rm(path, { recursive: true, force: true }).catch(() => undefined)
}

/** The workspaces directly below a folder by name, broken ones with what is wrong with them. */
export async function listWorkspaces(
  folder: string,
  schema: KnownSchema,
): Promise<WorkspaceEntry[]> {
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

const belongsTo =
  ({ kinds }: KnownSchema) =>
  (entry: string): boolean =>
    [MANIFEST_FILE, DERIVED_FOLDER, ...LOCK_FILES].includes(entry) ||
    tablesOf(kinds).some(({ name }) => entry === `${name}.lance`) ||
    LITTER.has(entry) ||
    DOCUMENT_TABLE.test(entry.replace(/\.lance$/, '')) ||
    (entry.startsWith(`.${MANIFEST_FILE}.`) && entry.endsWith('.tmp'))

/**
 * Removes a workspace's folder, provided there is nothing else in it.
 * @throws Problem `bad-input` when there is, or when it is no workspace; `busy` while a process writes to it.
 */
export async function removeWorkspace(dir: string, schema: KnownSchema): Promise<void> {
  await requireWorkspaceOnly(dir, schema)
  try {
    await withWorkspaceLock(dir, async () => {
      // Renamed first, so that no half-removed workspace is ever listed. Windows may refuse while a file is open.
      const aside = join(
        dirname(dir),
        `.removed-${basename(dir)}-${randomBytes(4).toString('hex')}`,
      )
      const moved = await rename(dir, aside).then(
        () => aside,
        () => dir,
      )
      await rm(moved, { recursive: true, force: true })
    })
  } catch (error) {
    throw writeProblem(error, dir)
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
