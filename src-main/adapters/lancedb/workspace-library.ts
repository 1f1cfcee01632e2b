import { resolve } from 'node:path'
import type { WorkspaceLibrary, WorkspaceStore } from '../../ports/workspace-store'
import { copyDocuments } from './document-tables'
import { openDatabase } from './database'
import { MIGRATIONS, schemaVersionOf } from './migrations'
import { requireName } from './folder-name'
import { writeProblem } from './storage-problem'
import { packArchive, unpackArchive, type WorkspaceContent } from './workspace-archive'
import { createTables } from './workspace-commit'
import { clearFolder, listWorkspaces, newFolder, removeWorkspace } from './workspace-folders'
import { openWorkspace, type StoreOptions } from './workspace-store'

export interface LibraryOptions extends StoreOptions {
  /** Now, as ISO 8601 in UTC. */
  timestamp?: () => string
}

/**
 * Workspaces as folders that hold LanceDB tables beside a manifest.
 * @param folder whose subfolders are the library's workspaces; created when first needed.
 */
export function workspaceLibrary(folder: string, options: LibraryOptions = {}): WorkspaceLibrary {
  const { migrations = MIGRATIONS } = options
  const schemaVersion = schemaVersionOf(migrations)
  const open = (dir: string): Promise<WorkspaceStore> => openWorkspace(resolve(dir), options)
  const build = (request: NewWorkspace, fill?: Fill): Promise<WorkspaceStore> =>
    buildWorkspace({ folder, ...options }, request, fill)
  return {
    open,
    list: () => listWorkspaces(folder, schemaVersion),
    create: (name, dir) => build({ name, dir }),
    duplicate: (dir, name) =>
      whileOpen(open(dir), async (source) => {
        const content = await contentOf(source)
        return build({ name }, async (copy) => {
          await copy.commit(changeOf(content))
          await copyDocuments(source.dir, copy.dir)
        })
      }),
    remove: (dir) => removeWorkspace(resolve(dir)),
    exportArchive: (dir) =>
      whileOpen(open(dir), async (source) => packArchive(await contentOf(source), schemaVersion)),
    importArchive: async (archive, name) => {
      const content = unpackArchive(archive, { schemaVersion })
      return build({ name: name ?? content.name }, async (store) => {
        await store.commit(changeOf(content))
      })
    },
  }
}

async function whileOpen<T>(
  opening: Promise<WorkspaceStore>,
  work: (store: WorkspaceStore) => Promise<T>,
): Promise<T> {
  const store = await opening
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

interface NewWorkspace {
  name: string
  dir?: string
}
type Fill = (store: WorkspaceStore) => Promise<void>

/** Makes a workspace and fills it, or leaves nothing behind. */
async function buildWorkspace(
  options: LibraryOptions & { folder: string },
  { name, dir }: NewWorkspace,
  fill?: Fill,
): Promise<WorkspaceStore> {
  const title = requireName(name)
  const place = await newFolder(title, options.folder, dir && resolve(dir)).catch(
    (error: unknown) => {
      throw writeProblem(error, dir ?? options.folder)
    },
  )
  let store: WorkspaceStore | undefined
  try {
    const database = await openDatabase(place.dir)
    await createTables(
      { dir: place.dir, database },
      {
        schemaVersion: schemaVersionOf(options.migrations ?? MIGRATIONS),
        name: title,
        createdAt: options.timestamp?.() ?? new Date().toISOString(),
      },
    )
    store = await openWorkspace(place.dir, options)
    await fill?.(store)
    return store
  } catch (error) {
    await store?.close()
    await clearFolder(place)
    throw writeProblem(error, place.dir)
  }
}

/** Everything as of one revision: read again when a commit came in between. */
async function contentOf(store: WorkspaceStore): Promise<WorkspaceContent> {
  for (;;) {
    const { name, revision } = await store.info()
    const tools = await store.tools()
    const bundles = await store.bundles()
    const goldenSets = []
    for (const set of await store.goldenSets()) {
      goldenSets.push({ name: set.name, queries: await store.goldenQueries(set.name) })
    }
    const runs = []
    for (const run of await store.runs()) {
      runs.push({ run, outcomes: await store.outcomes(run.id) })
    }
    if ((await store.info()).revision === revision) {
      return { name, tools, goldenSets, bundles, runs }
    }
  }
}

const changeOf = ({ tools, goldenSets, bundles, runs }: WorkspaceContent) => ({
  tools: { put: tools },
  goldenSets: { put: goldenSets },
  bundles: { put: bundles },
  runs: { put: runs },
})
