import { resolve } from 'node:path'
import { Problem } from '../../../domain/problem'
import { isAddress } from '../../../domain/workspace/address'
import { catalogTools } from '../../../domain/tool/catalog-tool'
import { idOf, type StoredToolRow } from '../../../domain/tool/stored-tool'
import type { ToolLayer } from '../../../domain/tool/tool'
import type { WorkspaceStore } from '../../../ports/workspace-store'
import { RECORD_KINDS, type AnyRecordKinds } from '../../../domain/workspace/record-kinds'
import type { FolderOptions } from '../folder/open-folder'
import { DamagedPart } from '../tables/storage-problem'
import { readLater, readListed, readMembers, type NamedKind } from '../workspace-reads'
import { infoOf, stateOf, type Head } from '../records/head'
import type { Snapshot } from '../records/snapshot'
import type { LoggedSnapshot } from './events'
import { half } from './full-event'
import { holdSnapshot, type SnapshotInMemory } from './snapshot-in-memory'
import { openLog, requirePublished } from './log'
import type { PublishedVectors } from './vectors'
import { closeDatabase, connectTo, isPublishedFolder, publishedAddress } from './place'

export interface PublishedOptions extends FolderOptions {
  /** How often it is looked, at most, whether another snapshot is current, in ms. */
  lookEveryMs?: number | undefined
}

/** Looking takes a request of a store a network away, and a third of a millisecond in a folder. */
const LOOK_EVERY_MS = { address: 2_000, folder: 100 }

/** A request that began with the snapshot before is over by then. */
const KEPT_BEFORE_MS = 60_000

/** How often the list of what is published is looked at before it is opened again. */
const LOOKS_A_TABLE = 10

/**
 * The current snapshot of what is published at an address, which cannot be changed. Everything is
 * read from the snapshot held in memory. Another one takes its place only once it is there whole:
 * until then, and where the store does not answer, the old one answers.
 * @throws Problem `not-found`, `unavailable`, `unreadable`, `newer-version`.
 */
export async function openPublished(
  dir: string,
  options: PublishedOptions = {},
): Promise<WorkspaceStore> {
  const address = addressOf(dir)
  requirePublished(address)
  const database = await connectTo(address)
  try {
    const following = await follow({ database, address, options })
    return storeOf(address, following, () => closeDatabase(database))
  } catch (error) {
    closeDatabase(database)
    throw error
  }
}

/** Reads the current snapshot once. @throws Problem as {@link openPublished}. */
export async function readPublished<T>(
  dir: string,
  options: PublishedOptions,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const address = addressOf(dir)
  requirePublished(address)
  const database = await connectTo(address)
  try {
    const following = await follow({ database, address, options })
    return await read((await following.current()).snapshot)
  } finally {
    closeDatabase(database)
  }
}

export const addressOf = (dir: string): string =>
  publishedAddress(isAddress(dir) ? dir : resolve(dir))

/** Whether snapshots are published there, rather than that it is a workspace’s folder. */
export const isPublished = (dir: string): boolean => isAddress(dir) || isPublishedFolder(dir)

interface Following {
  kinds: AnyRecordKinds
  /** The snapshot to read, after a look where one is due. */
  current(): Promise<SnapshotInMemory>
  /**
   * Vectors of the one that is held, and for a while of the one before it: whoever read from that
   * may still want them.
   */
  vectors(): readonly [PublishedVectors, ...PublishedVectors[]]
  onNotice(listener: (text: string) => void): void
}

interface Followed {
  database: Awaited<ReturnType<typeof connectTo>>
  address: string
  options: PublishedOptions
}

/** Holds the current snapshot, and takes up another one that becomes current. */
async function follow({ database, address, options }: Followed): Promise<Following> {
  const { kinds = RECORD_KINDS } = options
  const isFar = isAddress(address)
  const everyMs = options.lookEveryMs ?? LOOK_EVERY_MS[isFar ? 'address' : 'folder']
  let log = await openLog({ database, address })
  let looks = 0
  const read = async () => {
    // A list that was put in place of another has the same versions: opened anew it shows.
    if (++looks % LOOKS_A_TABLE === 0) log = await openLog({ database, address })
    const { snapshots, current } = await log.read()
    if (!current) throw emptyLog(address)
    return { current, id: (snapshots[0] ?? current).head.id }
  }
  const hold = ({ current, id }: { current: LoggedSnapshot; id: string }) =>
    holdSnapshot({ database, address, kinds, id }, current)
  let held = await hold(await read())
  let before: { vectors: PublishedVectors; untilMs: number } | undefined
  let looking: Promise<void> | undefined
  let nextLookMs = performance.now() + everyMs
  const notices = noticesOf(() => held.number)

  const look = async () => {
    try {
      const now = await read()
      if (before && performance.now() > before.untilMs) before = undefined
      if (now.current.head.id !== held.event.id) {
        const next = await hold(now)
        before = { vectors: held.vectors, untilMs: performance.now() + KEPT_BEFORE_MS }
        held = next
      }
      notices.isWell()
    } catch (error) {
      if (database.isOpen()) notices.hasFailed(error)
    }
  }
  const lookIfDue = () => {
    if (!looking && performance.now() >= nextLookMs) {
      looking = look().finally(() => {
        looking = undefined
        nextLookMs = performance.now() + everyMs
      })
    }
    return looking
  }
  return {
    kinds,
    async current() {
      const looked = lookIfDue()
      // No request waits for a store that is far: it has what was current some seconds ago.
      if (!isFar) await looked
      return held
    },
    vectors: () => [held.vectors, ...(before ? [before.vectors] : [])],
    onNotice: notices.listen,
  }
}

/** Says once that another snapshot cannot be taken up, and once that all is well again. */
function noticesOf(number: () => number) {
  const listeners: ((text: string) => void)[] = []
  let said: string | undefined
  const say = (text: string) => listeners.forEach((listener) => listener(text))
  return {
    listen: (listener: (text: string) => void) => void listeners.push(listener),
    hasFailed(error: unknown) {
      const reason = error instanceof Error ? error.message : String(error)
      if (said === reason) return
      said = reason
      say(`${reason} Snapshot ${number()}, which was read before, goes on answering.`)
    },
    isWell() {
      if (said !== undefined)
        say(`What is published can be read again; snapshot ${number()} answers.`)
      said = undefined
    },
  }
}

const emptyLog = (address: string): Problem =>
  new Problem(
    'not-found',
    `No snapshot is published whole at ${address}.`,
    `Publish a workspace there: pegboard publish ${address} --workspace DIR`,
  )

const stateIn = (head: Head) => stateOf(head, { stamp: head.commit })

function storeOf(address: string, following: Following, close: () => void): WorkspaceStore {
  const { current } = following
  return {
    dir: address,
    async info() {
      const { number, event, snapshot } = await current()
      const published = { number, at: event.at }
      return { ...infoOf(address, snapshot.head), published }
    },
    state: async () => stateIn((await current()).snapshot.head),
    ...reads(following, address),
    ...vectors(following),
    commit: refuse,
    saveDocuments: refuse,
    pruneDocuments: refuse,
    // Nothing is written there: what was not kept by who published is made anew by each program
    // that opens it.
    async derived(name) {
      const { snapshot, kept } = await current()
      const content = await kept(name)
      return content && { of: stateIn(snapshot.head), content }
    },
    keepDerived: async () => undefined,
    onNotice: following.onNotice,
    close: async () => close(),
  }
}

type Reads = Pick<WorkspaceStore, 'read' | 'unreadable' | 'members' | 'catalog' | 'tools'>

function reads({ current, kinds }: Following, address: string): Reads {
  const named = (name: string): NamedKind => {
    const kind = kinds[name]
    if (kind) return [name, kind]
    throw new Error(`There is no kind of record called ${name}.`)
  }
  const orDamaged = async <T>(read: (held: SnapshotInMemory) => Promise<T>): Promise<T> => {
    const held = await current()
    try {
      return await read(held)
    } catch (error) {
      throw error instanceof DamagedPart ? half(held.number, address) : error
    }
  }
  const catalog: WorkspaceStore['catalog'] = (onTools) =>
    orDamaged(async ({ snapshot, openInPlace }) => {
      const total = snapshot.head.parts['tools']?.rows ?? 0
      const rows = await readLater(snapshot, named('tools'), (read) => onTools?.(read, total))
      const layers = (await readListed(snapshot, named('layers'))) as ToolLayer[]
      const tools = await catalogTools(rows as StoredToolRow[], layers)
      const inPlace = openInPlace && { inPlace: openInPlace(tools.map(idOf)) }
      return { state: stateIn(snapshot.head), tools, layers, ...inPlace }
    })
  const read = (...names: string[]) =>
    orDamaged(async ({ snapshot }) => {
      const found: Record<string, unknown> = { state: stateIn(snapshot.head) }
      for (const name of names) found[name] = await readListed(snapshot, named(name))
      return found
    })
  return {
    // What a table holds is what the registry says of it: that is where its rows were laid out.
    read: read as Reads['read'],
    unreadable: async () => 0,
    members: ((name: string, key: string) =>
      orDamaged(({ snapshot }) => readMembers(snapshot, named(name), key))) as Reads['members'],
    catalog,
    tools: async () => (await catalog()).tools,
  }
}

type Vectors = Pick<
  WorkspaceStore,
  'vectors' | 'storedHashes' | 'vectorIndex' | 'hasOnlyOtherEmbeddersDocuments'
>

/**
 * The vector of a text is the same in all snapshots. So those of the snapshot before count as well:
 * whoever asked which are stored, and reads them once another snapshot was taken up, finds them
 * still.
 */
function vectors({ vectors: held }: Following): Vectors {
  return {
    async vectors(fingerprint, hashes) {
      const found = new Map<string, Float32Array>()
      for (const own of held()) {
        const missing = new Set([...hashes].filter((hash) => !found.has(hash)))
        if (missing.size === 0) break
        for (const [hash, vector] of await own.vectors(fingerprint, missing))
          found.set(hash, vector)
      }
      return found
    },
    storedHashes: (fingerprint, hashes) => held()[0].storedHashes(fingerprint, hashes),
    vectorIndex: (...args) => held()[0].vectorIndex(...args),
    hasOnlyOtherEmbeddersDocuments: (fingerprint) =>
      held()[0].hasOnlyOtherEmbeddersDocuments(fingerprint),
  }
}

const refuse = (): Promise<never> =>
  Promise.reject(
    new Problem(
      'storage',
      'This is a published snapshot, which cannot be changed.',
      'Change the workspace that it was published from, and publish again.',
    ),
  )
