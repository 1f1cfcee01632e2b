import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** What tells a process from all others, also from those of other containers and machines. */
export const ProcessIdentity = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** Tells a process from a later one that got its pid; empty where the system does not say. */
  startedAt: z.string(),
  /**
   * Which start of which machine's kernel: containers of one machine share it. Empty where the
   * system does not say.
   */
  boot: z.string().default(''),
  /**
   * Within which a pid names one process: each container has its own. Empty where the system does
   * not say.
   */
  namespace: z.string().default(''),
})
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  startedAt: statOf(process.pid)?.startedAt ?? '',
  boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
})

/** Whether a process still runs; `unknown` where its pid means nothing here. */
export function lifeOf(
  other: ProcessIdentity,
  here: ProcessIdentity,
): 'running' | 'gone' | 'unknown' {
  if (!isNear(other, here)) return 'unknown'
  if (!isThere(other.pid)) return 'gone'
  const stat = statOf(other.pid)
  // A killed process whose parent has not looked yet keeps its pid, but does nothing any more.
  if (stat && 'ZX'.includes(stat.state)) return 'gone'
  return (stat?.startedAt ?? '') === other.startedAt ? 'running' : 'gone'
}

/**
 * A host's name says little: containers may have equal ones. It counts where the system does not
 * say more.
 */
const isNear = (other: ProcessIdentity, here: ProcessIdentity): boolean =>
  other.boot && here.boot
    ? other.boot === here.boot && other.namespace === here.namespace
    : other.host === here.host

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * The 3rd and 22nd field of a process's stat line, counted after the name in brackets: its state
 * and its start in ticks since boot.
 */
function statOf(pid: number): { state: string; startedAt: string } | undefined {
  const line = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return line ? { state: fields[0] ?? '', startedAt: fields[19] ?? '' } : undefined
}

function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
