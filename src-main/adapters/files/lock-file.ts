import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { lifeOf, ProcessIdentity } from './process-identity'

/**
 * A lock file without content is one being written, which takes less than a millisecond; past this
 * age its writer died in between. One that was only held up notices before its work counts.
 */
export const WRITING_MS = 1_000
/**
 * A holder gives a sign of life each beat. Where nobody can tell whether it runs, as in another
 * container, it counts as dead after this many beats without one: a busy process may miss some.
 */
const SILENT_BEATS = 30

const Holder = ProcessIdentity.extend({
  token: z.string(),
  /** The lock file's own number: a file copied along with its folder has another. */
  file: z.string().optional(),
})
export type Holder = z.infer<typeof Holder>

/** A lock file as it was at one moment. */
export interface SeenLock {
  holder?: Holder
  file: string
  /** When it was last written: its holder's last sign of life. */
  beatAtMs: number
}

/**
 * Writes a new lock file, and gives it open for beats. Nothing where there is one: the system
 * decides between rivals.
 */
export async function createLock(
  path: string,
  holder?: Omit<Holder, 'file'>,
): Promise<FileHandle | undefined> {
  let file: FileHandle
  try {
    file = await open(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
  try {
    const { ino } = await file.stat({ bigint: true })
    if (holder) await file.writeFile(JSON.stringify({ ...holder, file: String(ino) }))
    return file
  } catch (error) {
    // On a full disk a file can be made, but not filled: it would look like one that is being
    // written.
    await file.close().catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
    throw error
  }
}

/**
 * A sign of life: the first byte once more, so that the time is that of the disk and not of this
 * machine.
 */
export const beat = (file: FileHandle): Promise<unknown> => file.write('{', 0)

/** Nothing where there is no lock. */
export async function lookAtLock(path: string): Promise<SeenLock | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const { ino, mtimeMs } = await file.stat({ bigint: true })
    const holder = holderIn(await file.readFile('utf8'))
    return { holder, file: String(ino), beatAtMs: Number(mtimeMs) }
  } finally {
    await file.close()
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export interface Onlooker {
  self: ProcessIdentity
  beatMs: number
}

/**
 * What is to be thought of a lock at `nowMs`: `silent` where its holder cannot be looked up, and
 * gave no sign of life for long. It may have been held up, or clocks may differ: it is to be
 * watched before it is taken for dead.
 */
export function judgeLock(
  { holder, file, beatAtMs }: SeenLock,
  { self, beatMs }: Onlooker,
  nowMs = Date.now(),
): 'held' | 'abandoned' | 'silent' {
  const silenceMs = Math.abs(nowMs - beatAtMs)
  if (!holder) return silenceMs > WRITING_MS ? 'abandoned' : 'held'
  const life = lifeOf(holder, self)
  const isCopy = holder.file !== undefined && holder.file !== file
  if (life === 'gone' || (life === 'running' && isCopy)) return 'abandoned'
  return life === 'unknown' && silenceMs > SILENT_BEATS * beatMs ? 'silent' : 'held'
}

/** Whether nothing happened to a lock between two looks. */
export const isAsSeen = (now: SeenLock | undefined, before: SeenLock): boolean =>
  now?.file === before.file &&
  now.holder?.token === before.holder?.token &&
  now.beatAtMs === before.beatAtMs

/**
 * Removes a lock unless it is another one by now. It is renamed first, as what is removed must be
 * what was looked at; a rival's lock caught so is put back, and the rival confirms that it is there
 * before its work counts.
 */
export async function removeLock(path: string, seen: SeenLock): Promise<void> {
  const aside = `${path}.${seen.holder?.token ?? seen.file}.gone`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const caught = await lookAtLock(aside)
  const isOther = caught && caught.holder?.token !== seen.holder?.token
  if (isOther && !(await lookAtLock(path))) await rename(aside, path)
  else await rm(aside, { force: true })
}

/** When a file was last written, by the clock of the disk that it is on. */
export async function writtenAtMs(file: FileHandle): Promise<number> {
  return Number((await file.stat({ bigint: true })).mtimeMs)
}
