import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ServedRequest } from '../../domain/served/request'
import { parseExact } from '../../domain/value/exact-json'
import type { LoggedRequests, RequestLog } from '../../ports/request-log'
import { readingProblem, writingProblem } from './file-problem'

/** Within a workspace's folder. */
export const REQUEST_LOG_FOLDER = 'served'

const MOST = { bytes: 32 << 20, days: 30 }
/** Files are forgotten whole: a sixteenth of all. */
const MOST_OF_A_FILE = MOST.bytes / 16
/** As many as a month of days and of programs that began at once make; each is read. */
const MOST_FILES = 200
const DAY_MS = 24 * 60 * 60 * 1000
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{8}\.jsonl$/

/**
 * To the end of a file that is there: one that another process forgot is not made again by its
 * name.
 */
const APPEND = constants.O_APPEND | constants.O_WRONLY

interface LogFile {
  name: string
  path: string
  bytes: number
  writtenMs: number
}

/** The file that requests go to, and how large it is as far as this process knows. */
interface Current {
  path: string
  bytes: number
}

/**
 * What was read of a file, which only grows: its whole lines, as bytes until they are wanted, and
 * looked at once.
 */
interface ReadSoFar {
  bytes: Buffer
  /** Where each line ends, its line end left out. */
  ends: readonly number[]
  /** What the first of them say, as far as they were looked at. */
  looked: { lines: number; requests: readonly ServedRequest[] }
}

/**
 * A line of JSON for each request, in files that begin with a date and only grow. A line is one
 * write, so that processes may share a file and one that is killed leaves whole lines.
 */
export function requestLog(most = MOST, mostOfAFile = MOST_OF_A_FILE): RequestLog {
  /** By the workspace. */
  const current = new Map<string, Current>()
  /** Files that are being chosen: requests that come at once share one. */
  const choosing = new Map<string, Promise<Current>>()
  /** Of the workspace that was read last. */
  let known: { dir: string; files: Map<string, ReadSoFar>; kept: LoggedRequests } | undefined

  const hasRoom = (at: Current | undefined): at is Current =>
    at !== undefined && at.bytes < mostOfAFile && isOfToday(basename(at.path))
  const choose = async (dir: string): Promise<Current> => {
    const path = await fileToGrow(join(dir, REQUEST_LOG_FOLDER), most, mostOfAFile)
    const file = await open(path, APPEND | constants.O_CREAT, 0o600)
    try {
      const at = { path, bytes: (await file.stat()).size }
      current.set(dir, at)
      return at
    } finally {
      await file.close()
    }
  }
  const openFor = async (dir: string): Promise<FileHandle> => {
    for (;;) {
      const at = current.get(dir)
      const file = hasRoom(at) ? await openToAppend(at.path) : undefined
      if (file) return file
      // Gone since: another is chosen, once for all that wait.
      if (at && current.get(dir) === at) current.delete(dir)
      const chosen = choosing.get(dir) ?? choose(dir)
      choosing.set(dir, chosen)
      try {
        await chosen
      } finally {
        if (choosing.get(dir) === chosen) choosing.delete(dir)
      }
    }
  }
  return {
    async add(dir, request) {
      const line = Buffer.from(`${JSON.stringify(request)}\n`)
      try {
        const file = await openFor(dir)
        try {
          // All of it, or an error: on a disk that fills up, a write may take only a part.
          await file.writeFile(line)
        } finally {
          await file.close()
        }
        const at = current.get(dir)
        if (at) at.bytes += line.length
      } catch (error) {
        current.delete(dir)
        throw writingProblem(error, join(dir, REQUEST_LOG_FOLDER))
      }
    },
    async read(dir) {
      const before = known?.dir === dir ? known.files : new Map<string, ReadSoFar>()
      const files = new Map<string, ReadSoFar>()
      try {
        // Of a workspace that nobody asks any more, what is too old goes too.
        const kept = await forgetOldest(await filesIn(join(dir, REQUEST_LOG_FOLDER)), most)
        for (const file of kept) {
          files.set(file.name, await readOn(file, before.get(file.name)))
        }
      } catch (error) {
        throw readingProblem(error, join(dir, REQUEST_LOG_FOLDER))
      }
      const isSame =
        known?.dir === dir &&
        files.size === before.size &&
        [...files].every(([name, file]) => before.get(name) === file)
      const kept = known && isSame ? known.kept : requestsIn([...files.values()], most)
      known = { dir, files, kept }
      return kept
    },
    async clear(dir) {
      try {
        for (const { path } of await filesIn(join(dir, REQUEST_LOG_FOLDER))) {
          await rm(path, { force: true })
        }
      } catch (error) {
        throw writingProblem(error, join(dir, REQUEST_LOG_FOLDER))
      }
    },
  }
}

function requestsIn(files: readonly ReadSoFar[], most: LoggedRequests['most']): LoggedRequests {
  let all: readonly ServedRequest[] | undefined
  return {
    count: files.reduce((sum, { ends }) => sum + ends.length, 0),
    all: () => (all ??= inOrder(files.flatMap(requestsOf))),
    newest: (count) => all?.slice(-count) ?? inOrder(newestIn(files, count)),
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    most,
  }
}

function newestIn(files: readonly ReadSoFar[], count: number): ServedRequest[] {
  let left = count
  const found: ServedRequest[][] = []
  for (const file of files.toReversed()) {
    const from = Math.max(0, file.ends.length - left)
    left -= file.ends.length - from
    found.unshift(linesOf(file, from).flatMap(requestIn))
  }
  return found.flat()
}

/** Two processes may have written to two files at the same time. */
function inOrder(requests: ServedRequest[]): ServedRequest[] {
  const isInOrder = requests.every(({ at }, place) => at >= (requests[place - 1]?.at ?? ''))
  return isInOrder ? requests : requests.sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Undefined where it is gone. */
async function openToAppend(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, APPEND)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The newest file where it has room and ends with a whole line, else a new one, for which the
 * oldest make room.
 */
async function fileToGrow(
  folder: string,
  most: LoggedRequests['most'],
  mostOfAFile: number,
): Promise<string> {
  // Not with its parents: a workspace that was deleted stays deleted.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const newest = (await forgetOldest(await filesIn(folder), most)).at(-1)
  const hasRoom = newest && newest.bytes < mostOfAFile && isOfToday(newest.name)
  if (hasRoom && (await endsWhole(newest))) return newest.path
  return join(folder, `${beganAfter(newest?.name)}-${randomBytes(4).toString('hex')}.jsonl`)
}

/**
 * The time for a new file's name. Files are read by name, so one that is begun in the millisecond
 * of the file before is named later.
 */
function beganAfter(newest: string | undefined): string {
  const now = Date.now()
  const after = newest && isOfToday(newest) ? timeOf(newest) + 1 : now
  return inName(new Date(Math.max(now, after)))
}

const timeOf = (name: string): number =>
  Date.parse(name.replace(/^(.{4})(..)(..T..)(..)(..)(...)Z.*$/, '$1-$2-$3:$4:$5.$6Z'))

const inName = (time: Date): string => time.toISOString().replace(/[-:.]/g, '')

/** Files go whole once they are old: each holds the requests of one day. */
const isOfToday = (name: string): boolean => name.slice(0, 8) === inName(new Date()).slice(0, 8)

/** Gives those that are left. */
async function forgetOldest(
  files: readonly LogFile[],
  most: LoggedRequests['most'],
): Promise<LogFile[]> {
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const left: LogFile[] = []
  for (const [place, file] of files.entries()) {
    const isOld = Date.now() - file.writtenMs > most.days * DAY_MS
    const isOneOfFew = files.length - place <= MOST_FILES
    if (!isOld && isOneOfFew && bytes <= most.bytes) left.push(file)
    else {
      await rm(file.path, { force: true })
      bytes -= file.bytes
    }
  }
  return left
}

/** Oldest first. */
async function filesIn(folder: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter((name) => NAME.test(name))
      .sort()
      .map(async (name) => {
        const path = join(folder, name)
        const file = await stat(path).catch(() => undefined)
        return file?.isFile() ? [{ name, path, bytes: file.size, writtenMs: file.mtimeMs }] : []
      }),
  )
  return found.flat()
}

async function endsWhole({ path, bytes }: LogFile): Promise<boolean> {
  return bytes === 0 || (await bytesOf(path, bytes - 1, bytes)).at(0) === NEW_LINE
}

const NEW_LINE = 10

/** What a file holds, of which the beginning was read before. */
async function readOn({ path, bytes }: LogFile, before?: ReadSoFar): Promise<ReadSoFar> {
  const known = before && before.bytes.length <= bytes ? before : NOTHING_READ
  if (known.bytes.length === bytes) return known
  const fresh = await bytesOf(path, known.bytes.length, bytes)
  const ends: number[] = []
  for (let end = fresh.indexOf(NEW_LINE); end >= 0; end = fresh.indexOf(NEW_LINE, end + 1)) {
    ends.push(known.bytes.length + end)
  }
  const whole = fresh.subarray(0, fresh.lastIndexOf(NEW_LINE) + 1)
  return {
    ...known,
    bytes: known.bytes.length === 0 ? whole : Buffer.concat([known.bytes, whole]),
    ends: [...known.ends, ...ends],
  }
}

const NOTHING_READ: ReadSoFar = {
  bytes: Buffer.alloc(0),
  ends: [],
  looked: { lines: 0, requests: [] },
}

/** What the lines say: those that were looked at are not again. */
function requestsOf(file: ReadSoFar): readonly ServedRequest[] {
  const { ends, looked } = file
  const fresh = linesOf(file, looked.lines).flatMap(requestIn)
  file.looked = { lines: ends.length, requests: [...looked.requests, ...fresh] }
  return file.looked.requests
}

/** The lines from one on, counted from 0. */
function linesOf({ bytes, ends }: ReadSoFar, from: number): string[] {
  if (from >= ends.length) return []
  const start = from === 0 ? 0 : (ends[from - 1] as number) + 1
  return bytes.toString('utf8', start, ends.at(-1)).split('\n')
}

async function bytesOf(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const room = Buffer.allocUnsafe(to - from)
    const { buffer, bytesRead } = await file.read(room, 0, to - from, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function requestIn(line: string): ServedRequest[] {
  try {
    const read = ServedRequest.safeParse(parseExact(line))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}
