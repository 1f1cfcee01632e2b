import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { processesNow, processesSeen, type ProcessSeen } from './processes'

/**
 * Told to whatever is started, which passes it on to what it starts: by it those are found that
 * left their parents.
 */
export const MARK = 'PEGBOARD_CHILD'

/** For programs that were told to end. */
const END_MS = 1_000
const LOOK_MS = 50
/** Of ending what is left at once: something may be started meanwhile. */
const ROUNDS = 60
const ROUND_MS = 15
/** Between two looks at what a program has started by now: soon at first, then rarely. */
const SOONEST_LOOK_MS = 100
const RAREST_LOOK_MS = 5_000

export interface Children {
  /** The variable that what is started is given. */
  mark: Readonly<Record<string, string>>
  /** Notes a program that leads its own group. */
  started(pid: number): void
  /** Finds what is there now, while it still has its parents: before these are told to end. */
  look(): Promise<void>
  /** Ends all that was started, whatever it started itself. Gives how many could not be ended. */
  end(): Promise<number>
}

/** Those of this thread that were not ended yet. */
const running = new Set<() => void>()

function endAll(): void {
  for (const end of running) end()
}

/** Watches over the programs of one server. Where this thread ends first, they end with it. */
export function watchedChildren(): Children {
  const own = randomUUID()
  const programs = new Set<number>()
  const ours = startedBy(programs, own)
  let looking: NodeJS.Timeout | undefined
  let ending: Promise<number> | undefined

  async function lookNow(): Promise<void> {
    if (programs.size > 0 && process.platform !== 'win32') ours(await processesSeen(false))
  }

  /** What leaves its parents and its variables is known from before it did. */
  function lookAgain(afterMs: number): void {
    looking = setTimeout(() => {
      void lookNow()
        .catch(() => undefined)
        .finally(() => {
          if (!ending) lookAgain(Math.min(afterMs * 2, RAREST_LOOK_MS))
        })
    }, afterMs).unref()
  }

  function endNow(): void {
    if (process.platform === 'win32') return programs.forEach((pid) => void endOnWindows(pid))
    for (const pid of programs) signal(-pid, 'SIGKILL')
    for (let round = 0; round < 3; round += 1) {
      const left = ours(processesNow())
      if (left.length === 0) return
      for (const { pid } of left) signal(pid, 'SIGKILL')
    }
  }

  async function end(): Promise<number> {
    clearTimeout(looking)
    if (programs.size === 0) return 0
    if (process.platform === 'win32') {
      await Promise.all([...programs].map(endOnWindows))
      return 0
    }
    const look = async () => ours(await processesSeen(true).catch(() => []))
    let left = await look()
    for (const { pid } of left) signal(pid, 'SIGTERM')
    const untilMs = performance.now() + END_MS
    while (left.length > 0 && performance.now() < untilMs) {
      await pause(LOOK_MS)
      left = await look()
    }
    for (let round = 0; left.length > 0 && round < ROUNDS; round += 1) {
      for (const { pid } of left) signal(pid, 'SIGKILL')
      await pause(ROUND_MS)
      left = await look()
    }
    return left.length
  }

  return {
    // A Pegboard that is itself a server of another is found by both marks.
    mark: { [MARK]: [process.env[MARK], own].filter(Boolean).join(',') },
    started(pid) {
      programs.add(pid)
      if (running.size === 0) process.once('exit', endAll)
      running.add(endNow)
      if (!looking) lookAgain(SOONEST_LOOK_MS)
    },
    look: () => lookNow().catch(() => undefined),
    end: () =>
      (ending ??= end().finally(() => {
        running.delete(endNow)
        if (running.size === 0) process.off('exit', endAll)
      })),
  }
}

/**
 * Finds out which of some processes were started by programs, directly or not; what was seen once
 * is known again.
 */
function startedBy(programs: ReadonlySet<number>, own: string) {
  /** Each with when it began: a number is given again to others. */
  const seen = new Map<number, string>()
  return (all: readonly ProcessSeen[]): ProcessSeen[] => {
    const found = new Set<number>()
    const belongs = ({ pid, parent, group, session, started, has }: ProcessSeen): boolean =>
      has(own) ||
      [group, session, parent].some((each) => programs.has(each)) ||
      found.has(parent) ||
      (seen.has(pid) && seen.get(pid) === started)
    const others = all.filter(({ pid }) => pid !== process.pid)
    for (let before = -1; before < found.size;) {
      before = found.size
      for (const each of others) {
        if (found.has(each.pid) || !belongs(each)) continue
        found.add(each.pid)
        seen.set(each.pid, each.started)
      }
    }
    return others.filter(({ pid }) => found.has(pid))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended, or may not be ended: the next look tells.
  }
}

const endOnWindows = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const ended = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    })
    ended.once('exit', () => resolve()).once('error', () => resolve())
  })
