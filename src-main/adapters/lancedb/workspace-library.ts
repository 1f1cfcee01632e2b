import { resolve } from 'node:path'
import type { AnyRecordKinds, RecordKinds } from '../../domain/workspace/record-kinds'
import type { WorkspaceChange, WorkspaceLibrary, WorkspaceStore } from '../../ports/workspace-store'
import { buildFolder } from './folder/build-folder'
import { copyDocuments } from './tables/document-tables'
import { requireName, placeAt, placeInLibrary } from './folder/new-place'
import { newManifest, writeManifest } from './folder/manifest'
import { MIGRATIONS, migrateArchive } from './migrations'
import {
  knownSchema,
  openFolder,
  type FolderOptions,
  type WorkspaceFolder,
} from './folder/open-folder'
import { writeProblem } from './tables/storage-problem'
import { packArchive, unpackArchive, type WorkspaceContent } from './workspace-archive'
import { belongsTo, listWorkspaces, removeWorkspace } from './folder/workspace-folders'
import { readWhole } from './workspace-reads'
import { readSnapshot } from './workspace-snapshot'
import { openWorkspace } from './workspace-store'

export interface LibraryOptions<
  Kinds extends AnyRecordKinds = RecordKinds,
> extends FolderOptions<Kinds> {
  /** Now, as ISO 8601 in UTC. */
  timestamp?: () => string
}

/**
 * Workspaces as folders that hold LanceDB tables beside a manifest.
 * @param folder whose subfolders are the library's workspaces; created when first needed.
 */
export function workspaceLibrary<Kinds extends AnyRecordKinds = RecordKinds>(
  folder: string,
  options: LibraryOptions<Kinds> = {},
): WorkspaceLibrary<Kinds> {
  const schema = knownSchema(options)
  const build = (request: NewWorkspace, fill?: Fill) =>
    buildWorkspace({ folder, ...options }, request, fill)
  const library: WorkspaceLibrary = {
    open: (dir) => openWorkspace(resolve(dir), options),
    list: () => listWorkspaces(folder, schema),
    create: (name, dir, fill) => build({ name, dir }, fill),
    duplicate: async (dir, name) => {
      const content = await contentIn(dir, options)
      return build({ name }, async (copy) => {
        await copy.commit(changeOf(content))
        await copyDocuments(resolve(dir), copy.dir)
      })
    },
    remove: (dir) => removeWorkspace(resolve(dir), schema, options.onWriteStep),
    exportArchive: async (dir) => packArchive(await contentIn(dir, options), schema),
    importArchive: async (archive, name, onMended) => {
      const content = unpackArchive(archive, {
        ...schema,
        onMended,
        migrate: (rows, version) => migrateArchive(rows, version, options.migrations ?? MIGRATIONS),
      })
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
    const schema = knownSchema(options)
    const place = dir
      ? await placeAt(resolve(dir), belongsTo(schema))
      : await placeInLibrary(title, options.folder)
    const createdAt = options.timestamp?.() ?? new Date().toISOString()
    const { schemaVersion } = schema
    const placed = await buildFolder(place.parent, async (built) => {
      await options.onWriteStep?.('folder made')
      await writeManifest({ dir: built }, newManifest({ schemaVersion, name: title, createdAt }))
      const store = await openWorkspace(built, options)
      try {
        await options.onWriteStep?.('manifest written')
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

/** All records of a workspace as of one commit. */
async function contentIn(dir: string, options: FolderOptions): Promise<WorkspaceContent> {
  const folder = await openFolder(resolve(dir), options)
  try {
    return await contentOf(folder)
  } finally {
    await folder.close()
  }
}

const contentOf = (folder: WorkspaceFolder): Promise<WorkspaceContent> =>
  readSnapshot(folder, async (snapshot) => {
    const records: WorkspaceContent['records'] = {}
    for (const named of Object.entries(folder.kinds)) {
      if (!named[1].staysHere) records[named[0]] = await readWhole(snapshot, named)
    }
    const { name, models, worksWith } = snapshot.manifest
    return { name, models, worksWith, records }
  })

const changeOf = ({ models, worksWith, records }: WorkspaceContent): WorkspaceChange => ({
  ...(models && { models }),
  ...(worksWith && { worksWith }),
  ...Object.fromEntries(Object.entries(records).map(([kind, put]) => [kind, { put }])),
})
