import { execFile, execFileSync, type ExecFileException } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/** A process as the system tells of it. */
export interface ProcessSeen {
  pid: number
  parent: number
  group: number
  /**
   * Of the group that a terminal would end together; the same as `group` where the system does not
   * say.
   */
  session: number
  /** When it was started, as the system counts; '' where it does not say. */
  started: string
  /** Whether a text stands among its variables. */
  has: (mark: string) => boolean
}

const MOST_TEXT = 64 << 20

/**
 * All processes that this user may look at.
 * @param withVariables whether {@link ProcessSeen.has} is to be answered
 */
export async function processesSeen(withVariables: boolean): Promise<ProcessSeen[]> {
  if (process.platform === 'linux') {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const seen = await Promise.all(
      names.map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
        const variables =
          withVariables && stat !== ''
            ? await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
            : ''
        return ofStat(stat, variables)
      }),
    )
    return seen.filter((each) => each !== undefined)
  }
  if (process.platform === 'win32') return []
  const text = await new Promise<string>((resolve) =>
    execFile('ps', PS, { maxBuffer: MOST_TEXT }, (_: ExecFileException | null, out) =>
      resolve(out),
    ),
  )
  return ofPs(text)
}

/** The same at once, for when a program ends. */
export function processesNow(): ProcessSeen[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ofStat(textOf(`/proc/${name}/stat`), textOf(`/proc/${name}/environ`)))
      .filter((each) => each !== undefined)
  }
  if (process.platform === 'win32') return []
  try {
    return ofPs(execFileSync('ps', PS, { maxBuffer: MOST_TEXT, timeout: 2_000 }).toString())
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/**
 * A line of `/proc/PID/stat`: the name stands in brackets and may hold anything. Of those that have
 * ended nothing is left to end.
 */
function ofStat(stat: string, variables: string): ProcessSeen | undefined {
  const behind = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', parent, group, session] = behind
  if (behind.length < 20 || state === 'Z' || state === 'X') return undefined
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: behind[19] ?? '',
    has: (mark) => variables.includes(mark),
  }
}

/**
 * With the variables of one's own processes behind each command, as far as the system shows them.
 */
const PS = ['-axEww', '-o', 'pid=,ppid=,pgid=,state=,command=']

function ofPs(text: string): ProcessSeen[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? []
    if (pid === undefined || state.startsWith('Z')) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: Number(group),
        started: '',
        has: (mark: string) => line.includes(mark),
      },
    ]
  })
}
