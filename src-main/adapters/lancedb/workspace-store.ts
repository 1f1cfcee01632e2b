import { catalogTools } from '../../domain/tool/catalog-tool'
import type { StoredToolRow } from '../../domain/tool/stored-tool'
import type { ToolLayer } from '../../domain/tool/tool'
import type { WorkspaceState, WorkspaceStore } from '../../ports/workspace-store'
import { derivedFiles } from './folder/derived-files'
import { documentTables } from './vectors/document-tables'
import { openFolder, type FolderOptions, type WorkspaceFolder } from './folder/open-folder'
import { infoOf, stateOf } from './records/head'
import { writeChange, type AnyChange } from './records/write-change'
import { readProblem, writeProblem } from './tables/storage-problem'
import { withWorkspaceLock } from './tables/workspace-lock'
import { conflict } from './workspace-conflict'
import { readLater, readListed, readMembers, readSound, type NamedKind } from './workspace-reads'

/**
 * Opens the workspace of a folder, first bringing it to this program's layout.
 * @throws Problem `not-found`, `newer-version`, `unreadable`.
 */
export const openWorkspace = async (
  dir: string,
  options?: FolderOptions,
): Promise<WorkspaceStore> => storeOf(await openFolder(dir, options))

function storeOf(folder: WorkspaceFolder): WorkspaceStore {
  const work = {
    info: async () => infoOf(folder.dir, (await folder.current()).head),
    state: () => stateIn(folder),
    ...reads(folder),
    commit: commits(folder),
    ...documents(folder),
    ...derivedFiles(folder.dir),
  }
  return {
    dir: folder.dir,
    ...awaitedByClosing(work, folder),
    onNotice: folder.onNotice,
    close: () => folder.close(),
  }
}

async function stateIn({ current }: WorkspaceFolder): Promise<WorkspaceState> {
  const { head, place } = await current()
  return stateOf(head, place)
}

/** The same functions; closing the folder waits for what they are about. */
function awaitedByClosing<Work extends object>(
  work: Work,
  { during }: Pick<WorkspaceFolder, 'during'>,
): Work {
  const counted = Object.entries(
    work as Record<string, (...args: unknown[]) => Promise<unknown>>,
  ).map(([name, does]) => [name, (...args: unknown[]) => during(() => does(...args))])
  return Object.fromEntries(counted) as Work
}

/** The commit, and the folder it was read from. */
const readAs = ({ commit, stamp }: WorkspaceState): string => `${commit} ${stamp}`

type Reads = Pick<WorkspaceStore, 'read' | 'unreadable' | 'members' | 'catalog' | 'tools'>

function reads(folder: WorkspaceFolder): Reads {
  const named = (name: string): NamedKind => {
    const kind = folder.kinds[name]
    if (kind) return [name, kind]
    throw new Error(`There is no kind of record called ${name}.`)
  }
  const damage = new Map<string, { commit: string; unreadable: number }>()
  const read = (...names: string[]) =>
    folder.read(async (snapshot, state) => {
      const found: Record<string, unknown> = { state }
      for (const name of names) {
        const { listed, unreadable } = await readSound(snapshot, named(name))
        found[name] = listed
        damage.set(name, { commit: readAs(state), unreadable })
      }
      return found
    })
  const unreadable = async (name: string) => {
    if (damage.get(name)?.commit !== readAs(await stateIn(folder))) await read(name)
    return damage.get(name)?.unreadable ?? 0
  }
  const catalog: WorkspaceStore['catalog'] = (onTools) =>
    folder.read(async (snapshot, state) => {
      const total = snapshot.head.parts['tools']?.rows ?? 0
      const rows = await readLater(snapshot, named('tools'), (read) => onTools?.(read, total))
      const layers = (await readListed(snapshot, named('layers'))) as ToolLayer[]
      return { state, tools: await catalogTools(rows as StoredToolRow[], layers), layers }
    })
  return {
    // What a part holds is what the registry says of it: that is where its rows were laid out.
    read: read as Reads['read'],
    unreadable,
    members: ((name: string, key: string) =>
      folder.read((snapshot) => readMembers(snapshot, named(name), key))) as Reads['members'],
    catalog,
    tools: async () => (await catalog()).tools,
  }
}

/**
 * Many programs that write at once wait for each other: a commit takes less than a second, unless
 * it is one of a large import.
 */
const PATIENCE_MS = 15_000

/**
 * Commits of this store one after the other; those of other processes are kept apart by the lock.
 */
function commits(folder: WorkspaceFolder): WorkspaceStore['commit'] {
  const { dir } = folder
  const commit: WorkspaceStore['commit'] = async (change, expected) => {
    // A folder that an older version put here meanwhile is brought up to date first: that takes the
    // lock as well.
    await folder.currentToWrite()
    const outcome = await withWorkspaceLock(
      dir,
      async (lock) => {
        const before = await folder.currentToWrite()
        const { head, place } = before
        if (expected !== undefined && expected !== head.commit) throw conflict()
        const workedOut = await orFailure(async () =>
          typeof change === 'function' ? change(stateOf(head, place)) : change,
        )
        if ('failure' in workedOut) return workedOut
        const { value: wanted } = workedOut
        if (!wanted) return { value: stateOf(head, place) }
        const tableToWrite = await folder.tableToWrite(place)
        const made = await writeChange({ ...folder, lock, tableToWrite }, before, anyChange(wanted))
        folder.committed(before, made)
        return { value: stateOf(made.head, place) }
      },
      PATIENCE_MS,
    ).catch((error: unknown) => {
      throw writeProblem(error, dir)
    })
    if ('failure' in outcome) throw outcome.failure
    return outcome.value
  }
  let last: Promise<unknown> = Promise.resolve()
  return (change, expected) => {
    const next = last.then(() => commit(change, expected))
    last = next.catch(() => undefined)
    return next
  }
}

type Outcome<T> = { value: T } | { failure: unknown }

/** What goes wrong while a change is worked out is no problem of writing it. */
const orFailure = <T>(work: () => Promise<T>): Promise<Outcome<T>> =>
  work().then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  )

const anyChange = ({
  name,
  models,
  move,
  worksWith,
  isDemo,
  ...records
}: Omit<AnyChange, 'records'>): AnyChange => ({ name, models, move, worksWith, isDemo, records })

function documents({ dir, database, during }: WorkspaceFolder) {
  const tables = documentTables({ dir, database, during })
  const read = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw readProblem(error, dir)
    })
  const written = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw writeProblem(error, dir)
    })
  return {
    vectors: (...args: Parameters<typeof tables.vectors>) => read(tables.vectors(...args)),
    storedHashes: (...args: Parameters<typeof tables.storedHashes>) =>
      read(tables.storedHashes(...args)),
    vectorIndex: (<Key extends string>(...args: Parameters<typeof tables.vectorIndex<Key>>) =>
      read(tables.vectorIndex(...args))) satisfies WorkspaceStore['vectorIndex'],
    hasOnlyOtherEmbeddersDocuments: (fingerprint: string) =>
      read(tables.hasOnlyOtherEmbeddersDocuments(fingerprint)),
    saveDocuments: (...args: Parameters<typeof tables.saveDocuments>) =>
      written(tables.saveDocuments(...args)),
    pruneDocuments: (...args: Parameters<typeof tables.pruneDocuments>) =>
      written(tables.pruneDocuments(...args)),
  }
}
