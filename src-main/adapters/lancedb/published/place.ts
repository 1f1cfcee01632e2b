import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../../domain/problem'
import { isAddress } from '../../../domain/workspace/address'
import { MARKER_FILE } from '../tables/marker'
import { requireUsable } from '../folder/new-place'
import { openDatabase, type Database } from '../tables/database'
import { storeProblem, unanswered } from './store-problem'

/** The table of events: what makes a database one of published snapshots. */
export const LOG_TABLE = 'published'
const LOG_FOLDER = `${LOG_TABLE}.lance`

const SCHEMES = ['s3', 'gs', 'az', 'db']

/** What a store is given to answer one request, in ms: LanceDB itself tries again for minutes. */
export const PATIENCE_MS = 30_000
/** The same for writing a table, which may be large. */
export const WRITING_PATIENCE_MS = 15 * 60_000

/**
 * An address of published snapshots as it is used everywhere: a folder as its whole path, a store
 * without a slash at its end.
 * @throws Problem `bad-input`.
 */
export function publishedAddress(given: string): string {
  const text = given.trim()
  requireUsable(text)
  if (!isAddress(text)) {
    if (isAbsolute(text)) return resolve(text)
    throw new Problem(
      'bad-input',
      `“${text}” is no address, and no whole path of a folder.`,
      'Name a folder by its whole path, or an address such as s3://bucket/tools.',
    )
  }
  const [scheme = ''] = text.toLowerCase().split('://')
  if (scheme === 'file') return folderOf(text)
  if (!SCHEMES.includes(scheme)) {
    throw new Problem(
      'bad-input',
      `Nothing can be published at addresses that begin with ${scheme}://.`,
      'Name a folder, or an address that begins with s3://, gs://, az:// or db://.',
    )
  }
  const rest = text.slice(scheme.length + '://'.length).replace(/\/+$/, '')
  // Not said again: it may be a secret.
  if (/[?#]|^[^/]*@/.test(rest)) {
    throw new Problem(
      'bad-input',
      `The address after ${scheme}:// carries more than a bucket and a path.`,
      'Leave out everything like a key, a password or a “?”: credentials are read from the environment alone.',
    )
  }
  const [bucket = ''] = rest.split('/')
  if (['', '.', '..'].includes(bucket)) {
    throw new Problem(
      'bad-input',
      `The address after ${scheme}:// names no bucket.`,
      `Name one: ${scheme}://bucket/tools.`,
    )
  }
  if (/[\s\\]/.test(bucket)) {
    throw new Problem(
      'bad-input',
      `“${bucket}” is no name of a bucket: it holds a space or a backslash.`,
      `Correct the address: ${scheme}://bucket/tools.`,
    )
  }
  return `${scheme}://${rest}`
}

/** The folder of a `file://` address. @throws Problem `bad-input`. */
function folderOf(address: string): string {
  const folder = pathOf(address)
  if (folder === undefined || dirname(folder) === folder) {
    throw new Problem(
      'bad-input',
      `${address} names no folder of this machine that can be published to.`,
      'Name a folder by its whole path, such as /srv/tools or file:///srv/tools.',
    )
  }
  requireUsable(folder)
  return folder
}

function pathOf(address: string): string | undefined {
  try {
    return resolve(fileURLToPath(address))
  } catch {
    return undefined
  }
}

/** Whether a folder holds published snapshots rather than a workspace. */
export const isPublishedFolder = (dir: string): boolean =>
  existsSync(join(dir, LOG_FOLDER)) && !existsSync(join(dir, MARKER_FILE))

/** Where snapshots are published, connected. */
export interface PublishedPlace {
  database: Database
  address: string
}

/** Connects to where snapshots are published. @throws Problem. */
export async function connectTo(address: string): Promise<Database> {
  return patiently(
    openDatabase(address, undefined, isAddress(address) ? connectionOptions() : {}),
    { address, what: 'Reaching' },
  )
}

/**
 * Buckets, keys, regions and endpoints LanceDB reads from the environment by itself, as the stores’
 * own programs do. Only where its remote service is, it wants to be told.
 */
function connectionOptions() {
  const { LANCEDB_HOST: host, LANCEDB_API_KEY: apiKey, LANCEDB_REGION: region } = process.env
  return {
    ...(host && { hostOverride: host }),
    ...(apiKey && { apiKey }),
    ...(region && { region }),
  }
}

/**
 * Makes ready a place that is published to for the first time.
 * @throws Problem `conflict` where a folder holds something else.
 */
export async function requirePublishable(address: string): Promise<void> {
  if (isAddress(address)) return
  const content = await readdir(address).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') return ['a file']
    throw storeProblem(error, address, 'Publishing to')
  })
  // As one reading has it: another publisher may begin here at any moment.
  const holdsWorkspace = content.includes(MARKER_FILE)
  if (content.includes(LOG_FOLDER) && !holdsWorkspace) return
  if (content.length > 0) {
    throw new Problem(
      'conflict',
      `${address} is taken${holdsWorkspace ? ': it holds a workspace' : ''}.`,
      'Name a new or empty folder, or one that was published to before.',
    )
  }
  await mkdir(address, { recursive: true }).catch((error: unknown) => {
    throw storeProblem(error, address, 'Publishing to')
  })
}

/**
 * What was given up is still at work in LanceDB, and may be for minutes: that is not waited for.
 */
export const closeDatabase = (database: Database): void => void database.close(0)

interface Waiting {
  address: string
  /** What is tried, in words: `Reading from`. */
  what: string
  patienceMs?: number
  signal?: AbortSignal | undefined
}

/** What a store gives, if it does so in time. @throws Problem. */
export async function patiently<T>(
  work: Promise<T>,
  { address, what, patienceMs = PATIENCE_MS, signal }: Waiting,
): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(unanswered(address)), patienceMs)
  const stop = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  work.catch(() => undefined)
  try {
    signal?.throwIfAborted()
    return await Promise.race([work, givenUp])
  } catch (error) {
    if (signal?.aborted) throw error
    throw storeProblem(error, address, what)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * The parts that a store gives, each in time: a large table takes as long as it takes.
 * @throws Problem.
 */
export async function* patientlyEach<Part>(
  parts: AsyncIterable<Part>,
  waiting: Waiting,
): AsyncGenerator<Part> {
  const reading = parts[Symbol.asyncIterator]()
  for (;;) {
    const next: IteratorResult<Part, unknown> = await patiently(reading.next(), waiting)
    if (next.done) return
    yield next.value
  }
}
