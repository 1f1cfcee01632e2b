import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Problem } from '../../domain/problem'

const POLL_MS = 40
/** A lock file without content is one being written; past this age its writer died in between. */
const WRITING_MS = 5_000

const Holder = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** Tells a process from a later one that got its pid; empty where the system does not say. */
  startedAt: z.string(),
  token: z.string(),
})
type Holder = z.infer<typeof Holder>

export interface LockOptions {
  /** What the lock guards, in messages: `this workspace`. */
  what: string
  /** How long to wait for another holder. */
  patienceMs?: number
}

export const takeoverOf = (path: string): string => `${path}.takeover`

/**
 * Does `work` while holding the lock file at `path`, which one process at a time can hold, and one caller in it. A lock
 * left by a process that died is taken over.
 * @throws Problem `busy` when another holds it for longer than `patienceMs`.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  { what, patienceMs = 2_000 }: LockOptions,
): Promise<T> {
  const token = await acquire(path, what, Date.now() + patienceMs)
  try {
    return await work()
  } finally {
    await release(path, token)
  }
}

async function acquire(path: string, what: string, deadline: number): Promise<string> {
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: startOf(process.pid),
    token: randomUUID(),
  }
  for (;;) {
    if (await createNew(path, JSON.stringify(mine))) return mine.token
    if (await isAbandoned(path)) {
      await removeAbandoned(path)
      continue
    }
    if (Date.now() >= deadline) throw busy(path, what, await holderOf(path))
    await pause(POLL_MS)
  }
}

/** Whether the file was not there before; the system decides between rivals. */
async function createNew(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Of rivals that found the same abandoned lock, the one that creates the takeover file looks again before it removes the
 * lock: otherwise a slow rival would remove the lock of the one that was faster.
 */
async function removeAbandoned(path: string): Promise<void> {
  const takeover = takeoverOf(path)
  if (!(await createNew(takeover, ''))) {
    if ((await ageMs(takeover)) > WRITING_MS) await rm(takeover, { force: true })
    await pause(POLL_MS)
    return
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true })
  } finally {
    await rm(takeover, { force: true })
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const holder = await holderOf(path)
  if (!holder) return (await ageMs(path)) > WRITING_MS
  if (holder.host !== hostname()) return false
  return !isRunning(holder.pid) || startOf(holder.pid) !== holder.startedAt
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return Holder.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** 0 for a file that is gone. */
async function ageMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found ? Date.now() - found.mtimeMs : 0
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** When a process started, in ticks since boot: the 22nd field of its stat line, counted after the name in brackets. */
function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

async function release(path: string, token: string): Promise<void> {
  if ((await holderOf(path))?.token === token)
    await rm(path, { force: true }).catch(() => undefined)
}

function busy(path: string, what: string, holder: Holder | undefined): Problem {
  if (!holder) return new Problem('busy', `Another process is writing to ${what}.`, 'Try again.')
  const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`
  return new Problem(
    'busy',
    `Process ${holder.pid}${elsewhere} is writing to ${what}.`,
    elsewhere
      ? `Try again when it is done. If nothing there uses ${what} any more, delete ${path}.`
      : `Try again when it is done, or end process ${holder.pid} if it hangs.`,
  )
}
