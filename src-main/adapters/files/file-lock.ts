import { randomUUID } from 'node:crypto'
import { rm, type FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../domain/problem'
import {
  beat,
  createLock,
  isAsSeen,
  judgeLock,
  lookAtLock,
  removeLock,
  writtenAtMs,
  type Holder,
  type Onlooker,
  type SeenLock,
} from './lock-file'
import { lifeOf, thisProcess, type ProcessIdentity } from './process-identity'

const POLL_MS = 40
const BEAT_MS = 1_000
/**
 * A silent holder is watched for as many beats before its lock is taken over: a machine that slept
 * wakes all at once.
 */
const WATCHED_BEATS = 2.5
/** A takeover lasts as long as watching; past this age its process died. */
const TAKEOVER_MS = 10_000

export interface LockOptions {
  /** What the lock guards, in messages: `this workspace`. */
  what: string
  /** How long to wait for another holder. */
  patienceMs?: number
  /** Who locks: this process. */
  self?: ProcessIdentity
  /** How often a sign of life is given. */
  beatMs?: number
}

/** A lock while it is held. */
export interface AcquiredLock {
  /**
   * Makes sure that the lock is still held, as a process that was stopped for long may have lost
   * it. To be called right before what has been done under the lock is made to count.
   * @throws Problem `busy` where another process took it over, or the lock is gone with its folder.
   */
  confirm(): Promise<void>
}

export const takeoverOf = (path: string): string => `${path}.takeover`

/** Whether a file of this name belongs to the lock of that name. */
export const isLockFile = (file: string, lock: string): boolean =>
  file === lock ||
  file === takeoverOf(lock) ||
  (file.startsWith(`${lock}.`) && file.endsWith('.gone'))

/**
 * Does `work` while holding the lock file at `path`, which one process at a time can hold, and one
 * caller in it. A lock left by a process that died is taken over, and so is one that was copied
 * here with its folder.
 * @throws Problem `busy` when another holds it for longer than `patienceMs`.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: AcquiredLock) => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const token = randomUUID()
  const { beatMs = BEAT_MS, what } = options
  const file = await acquire(path, token, options)
  // A beat that fails, on a full disk say, is one beat less.
  const beats = setInterval(() => void beat(file).catch(() => undefined), beatMs)
  beats.unref()
  try {
    return await work({ confirm: () => confirm(path, token, what) })
  } finally {
    clearInterval(beats)
    await file.close().catch(() => undefined)
    // What was done under the lock is done: that the lock cannot be taken away makes no failure of
    // it.
    await letGo(path, token).catch(() => undefined)
  }
}

async function acquire(
  path: string,
  token: string,
  { what, patienceMs = 2_000, self = thisProcess(), beatMs = BEAT_MS }: LockOptions,
): Promise<FileHandle> {
  const deadline = Date.now() + patienceMs
  const onlooker = { self, beatMs }
  for (;;) {
    const file = await createLock(path, { ...self, token })
    if (file) return file
    const seen = await lookAtLock(path)
    if (!seen) continue
    if (judgeLock(seen, onlooker) !== 'held' && (await takeOver(path, seen, onlooker))) continue
    if (Date.now() >= deadline) throw busy(path, what, { self, holder: seen.holder })
    await pause(POLL_MS)
  }
}

/**
 * Says whether an abandoned lock is gone. Of rivals that found the same one, one removes it, after
 * another look: it may be another's by now.
 */
async function takeOver(path: string, seen: SeenLock, onlooker: Onlooker): Promise<boolean> {
  const takeover = takeoverOf(path)
  const file = await createLock(takeover)
  if (!file) {
    const rival = await lookAtLock(takeover)
    if (rival && Date.now() - rival.beatAtMs > TAKEOVER_MS) await removeLock(takeover, rival)
    return false
  }
  try {
    const verdict = judgeLock(seen, onlooker, await writtenAtMs(file))
    if (verdict === 'silent') await pause(WATCHED_BEATS * onlooker.beatMs)
    if (verdict === 'held' || !isAsSeen(await lookAtLock(path), seen)) return false
    await removeLock(path, seen)
    return true
  } finally {
    await file.close().catch(() => undefined)
    await rm(takeover, { force: true })
  }
}

async function letGo(path: string, token: string): Promise<void> {
  if (await isOwnedBy(path, token)) await rm(path, { force: true })
}

const isOwnedBy = async (path: string, token: string): Promise<boolean> =>
  (await lookAtLock(path))?.holder?.token === token

async function confirm(path: string, token: string, what: string): Promise<void> {
  if (await isOwnedBy(path, token)) return
  throw new Problem(
    'busy',
    `While this process was held up, another began to write to ${what}; nothing was saved here.`,
    'Try again.',
  )
}

function busy(
  path: string,
  what: string,
  { holder, self }: { holder?: Holder; self: ProcessIdentity },
): Problem {
  if (!holder) return new Problem('busy', `Another process is writing to ${what}.`, 'Try again.')
  const isElsewhere = lifeOf(holder, self) === 'unknown'
  const where = holder.host === self.host ? ' of another container' : ` on ${holder.host}`
  return new Problem(
    'busy',
    `Process ${holder.pid}${isElsewhere ? where : ''} is writing to ${what}.`,
    isElsewhere
      ? `Try again when it is done. If nothing there uses ${what} any more, delete ${path}.`
      : `Try again when it is done, or end process ${holder.pid} if it hangs.`,
  )
}
