import { basename, dirname, join, resolve } from 'node:path'
import { readdir, rename, rm } from 'node:fs/promises'
import { Problem } from '../../domain/problem'
import {
  RECORD_KINDS,
  type AnyRecordKinds,
  type RecordKinds,
} from '../../domain/workspace/record-kinds'
import { fewAtOnce } from '../../domain/value/few-at-once'
import type { WorkspaceEntry } from '../../domain/workspace/workspace'
import type { WorkspaceChange, WorkspaceLibrary, WorkspaceStore } from '../../ports/workspace-store'
import { checkPlace } from './check/check-place'
import { checkWorkspace } from './check/check-workspace'
import { isTemporaryOf } from '../files/atomic-write'
import { REQUEST_LOG_FOLDER } from '../files/request-log'
import {
  asideIn,
  buildFolder,
  isBuildOrRemoved,
  removeDeadBuilds,
  removeFolder,
} from './folder/build-folder'
import { HISTORY_FILE } from './earlier/earlier-manifest'
import { EARLIER_FOLDER } from './earlier/migrate'
import { DERIVED_FOLDER } from './folder/derived-files'
import { currentMarker, LAYOUT, MARKER_FILE, readMarker, writeMarker } from './tables/marker'
import { newestHead } from './folder/known-commits'
import { placeAt, placeInLibrary, requireName } from './folder/new-place'
import { openFolder, type FolderOptions, type WorkspaceFolder } from './folder/open-folder'
import { infoOf, newHead } from './records/head'
import { rowOfHead } from './records/records-table'
import { arrowRows, RECORDS, RECORDS_FOLDER } from './records/rows'
import { partsOfKinds } from './records/stored-part'
import type { Snapshot } from './records/snapshot'
import type { OnWriteStep } from './records/write-step'
import { openDatabase } from './tables/database'
import { isWorkspaceLockFile, withWorkspaceLock } from './tables/workspace-lock'
import { copyDocuments, DOCUMENT_TABLE } from './vectors/document-tables'
import { isFull, writeProblem } from './tables/storage-problem'
import { packArchive, unpackArchive, type WorkspaceContent } from './workspace-archive'
import { readWhole } from './workspace-reads'
import { addressOf, isPublished, openPublished, readPublished } from './published/published-store'
import { openWorkspace } from './workspace-store'

export interface LibraryOptions<
  Kinds extends AnyRecordKinds = RecordKinds,
> extends FolderOptions<Kinds> {
  /** Now, as ISO 8601 in UTC. */
  timestamp?: () => string
  /** See {@link PublishedOptions}. */
  lookEveryMs?: number | undefined
}

/**
 * Workspaces as folders that hold LanceDB tables beside a marker.
 * @param folder whose subfolders are the library's workspaces; created when first needed.
 */
export function workspaceLibrary<Kinds extends AnyRecordKinds = RecordKinds>(
  folder: string,
  options: LibraryOptions<Kinds> = {},
): WorkspaceLibrary<Kinds> {
  const kinds = options.kinds ?? RECORD_KINDS
  const build = (request: NewWorkspace, fill?: Fill) =>
    buildWorkspace({ folder, ...options }, request, fill)
  const library: WorkspaceLibrary = {
    open: (dir) =>
      isPublished(dir) ? openPublished(dir, options) : openWorkspace(resolve(dir), options),
    list: () => listWorkspaces(folder, kinds),
    check: (dir, call) =>
      isPublished(dir)
        ? checkPlace(addressOf(dir), call, options)
        : checkWorkspace(resolve(dir), call, options),
    create: (name, dir, fill) => build({ name, dir }, fill),
    duplicate: async (dir, name) => {
      const content = await contentIn(dir, options)
      return build({ name }, async (copy) => {
        await copy.commit(changeOf(content))
        if (!isPublished(dir)) await copyDocuments(resolve(dir), copy.dir)
      })
    },
    async remove(dir) {
      if (isPublished(dir)) throw notRemoved(dir)
      await removeWorkspace(resolve(dir), kinds, options.onWriteStep)
    },
    exportArchive: async (dir) => packArchive(await contentIn(dir, options), kinds),
    importArchive: async (archive, name, onMended) => {
      const content = unpackArchive(archive, { kinds, onMended })
      return build({ name: name ?? content.name }, async (store) => {
        await store.commit(changeOf(content))
      })
    },
  }
  // A store of other kinds works the same: it goes by what the kinds say of themselves.
  return library
}

interface NewWorkspace {
  name: string
  dir?: string
}
type Fill = NonNullable<Parameters<WorkspaceLibrary['create']>[2]>

/** Makes a workspace and fills it, or leaves nothing behind: nobody sees it before it is whole. */
async function buildWorkspace(
  options: LibraryOptions<AnyRecordKinds> & { folder: string },
  { name, dir }: NewWorkspace,
  fill?: Fill,
): Promise<WorkspaceStore> {
  const title = requireName(name)
  try {
    const { kinds = RECORD_KINDS } = options
    const place = dir
      ? await placeAt(resolve(dir), belongsTo(kinds))
      : await placeInLibrary(title, options.folder)
    const createdAt = options.timestamp?.() ?? new Date().toISOString()
    const placed = await buildFolder(place.parent, async (built) => {
      await options.onWriteStep?.('folder made')
      await makeEmpty(built, title, createdAt)
      const store = await openWorkspace(built, options)
      try {
        await options.onWriteStep?.('marker written')
        await fill?.(store)
      } finally {
        await store.close()
      }
      await options.onWriteStep?.('folder written')
      return place.put(built)
    })
    await options.onWriteStep?.('folder placed')
    return await openWorkspace(placed, options)
  } catch (error) {
    throw writeProblem(error, dir ?? options.folder)
  }
}

/** A folder with a workspace that holds nothing yet. */
async function makeEmpty(dir: string, name: string, createdAt: string): Promise<void> {
  const database = await openDatabase(dir)
  const rows = arrowRows([rowOfHead(newHead(name, createdAt))], new Set())
  await database.createTable(RECORDS, rows)
  await database.close()
  await writeMarker(dir)
}

/** All records of a workspace as of one commit, or of what is published of it. */
async function contentIn(dir: string, options: FolderOptions): Promise<WorkspaceContent> {
  if (isPublished(dir)) {
    const { kinds = RECORD_KINDS } = options
    return readPublished(dir, options, (snapshot) => contentAt(snapshot, kinds))
  }
  const folder = await openFolder(resolve(dir), options)
  try {
    return await contentOf(folder)
  } finally {
    await folder.close()
  }
}

const contentOf = (folder: WorkspaceFolder): Promise<WorkspaceContent> =>
  folder.read((snapshot) => contentAt(snapshot, folder.kinds))

async function contentAt(snapshot: Snapshot, kinds: AnyRecordKinds): Promise<WorkspaceContent> {
  const records: WorkspaceContent['records'] = {}
  for (const named of Object.entries(kinds)) {
    if (!named[1].staysHere) records[named[0]] = await readWhole(snapshot, named)
  }
  const { name, models, worksWith } = snapshot.head
  return { name, models, worksWith, records }
}

const notRemoved = (dir: string): Problem =>
  new Problem(
    'bad-input',
    `${dir} holds published snapshots, which others may read, so it was not removed.`,
    'Delete the folder or the objects yourself, once nobody is served from there.',
  )

const changeOf = ({ models, worksWith, records }: WorkspaceContent): WorkspaceChange => ({
  ...(models && { models }),
  ...(worksWith && { worksWith }),
  ...Object.fromEntries(Object.entries(records).map(([kind, put]) => [kind, { put }])),
})

/** Folders that a list looks at at the same time: each is a database of its own. */
const LOOKED_AT_ONCE = 8

/** The workspaces directly below a folder by name, broken ones with what is wrong with them. */
async function listWorkspaces(folder: string, kinds: AnyRecordKinds): Promise<WorkspaceEntry[]> {
  const atOnce = fewAtOnce(LOOKED_AT_ONCE)
  await removeDeadBuilds(folder)
  const subfolders = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const entries = await Promise.all(
    subfolders
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => atOnce(() => entryOf(join(folder, entry.name), kinds))),
  )
  return entries
    .filter((entry) => entry !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.dir < b.dir ? -1 : 1))
}

/** Nothing for a folder that is no workspace. */
async function entryOf(dir: string, kinds: AnyRecordKinds): Promise<WorkspaceEntry | undefined> {
  try {
    const marker = await readMarker(dir)
    const { schemaVersion, name } = marker
    // An older workspace is brought up to date when it is opened; until then nothing is counted.
    if (schemaVersion < LAYOUT)
      return { dir, name: typeof name === 'string' ? name : basename(dir) }
    // One that is not as it was written is no workspace that can be opened.
    currentMarker(marker, dir)
    const info = infoOf(dir, await newestHead(dir, kinds))
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
const belongsTo =
  (kinds: AnyRecordKinds) =>
  (entry: string): boolean =>
    [
      MARKER_FILE,
      RECORDS_FOLDER,
      DERIVED_FOLDER,
      REQUEST_LOG_FOLDER,
      // Of earlier layouts.
      HISTORY_FILE,
      EARLIER_FOLDER,
      ...partsOfKinds(kinds).map(({ name }) => `${name}.lance`),
    ].includes(entry) ||
    LITTER.has(entry) ||
    DOCUMENT_TABLE.test(entry.replace(/\.lance$/, '')) ||
    isWorkspaceLockFile(entry) ||
    isBuildOrRemoved(entry) ||
    [MARKER_FILE, HISTORY_FILE].some((name) => isTemporaryOf(entry, name))

/**
 * Removes a workspace's folder, provided there is nothing else in it.
 * @throws Problem `bad-input` when there is, or when it is no workspace; `busy` while a process
 * writes to it.
 */
async function removeWorkspace(
  dir: string,
  kinds: AnyRecordKinds,
  onStep?: OnWriteStep,
): Promise<void> {
  await requireWorkspaceOnly(dir, kinds)
  try {
    const aside = await withWorkspaceLock(dir, () => putAside(dir)).catch((error: unknown) => {
      // No lock can be written on a full disk, but neither can anything that it would keep from the
      // folder.
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
 * Makes the folder one that is no workspace any more, in one step, and says where it is then. Where
 * it cannot be renamed, as on Windows while a file in it is open, its marker goes first.
 */
async function putAside(dir: string): Promise<string> {
  const aside = asideIn(dirname(dir))
  try {
    await rename(dir, aside)
    return aside
  } catch {
    await rm(join(dir, MARKER_FILE))
    return dir
  }
}

async function requireWorkspaceOnly(dir: string, kinds: AnyRecordKinds): Promise<void> {
  const entries = await readdir(dir).catch((): string[] => [])
  if (!entries.includes(MARKER_FILE)) {
    throw new Problem(
      'bad-input',
      `${dir} is no workspace, so it was not removed.`,
      'Choose a workspace from the list.',
    )
  }
  const belongs = belongsTo(kinds)
  const foreign = entries.find((entry) => !belongs(entry))
  if (foreign !== undefined) {
    throw new Problem(
      'bad-input',
      `${dir} also holds "${foreign}", which is not part of the workspace, so it was not removed.`,
      'Move that elsewhere first, or delete the folder yourself.',
    )
  }
}
