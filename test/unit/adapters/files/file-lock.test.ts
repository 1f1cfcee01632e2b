import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { withFileLock } from '../../../../src-main/adapters/files/file-lock'
import {
  thisProcess,
  type ProcessIdentity,
} from '../../../../src-main/adapters/files/process-identity'
import { program, type Program } from '../../../fixtures/program'
import { temporaryFolder } from '../lancedb/temporary-workspaces'

const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

const lockOf = (holder: { pid: number; host?: string; startedAt?: string }): string =>
  JSON.stringify({ host: hostname(), startedAt: '', token: 'theirs', ...holder })

const done = async (): Promise<string> => 'done'

const lockIn = async (): Promise<string> => join(await temporaryFolder(), 'some.lock')

const withLock = <T>(path: string, work: () => Promise<T>, patienceMs?: number): Promise<T> =>
  withFileLock(path, work, { what: 'the minutes', patienceMs })

describe('a lock file', () => {
  it('is held during the work and gone after it, also when the work fails', async () => {
    const path = await lockIn()
    await withLock(path, async () => {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    })
    expect(existsSync(path)).toBe(false)
    const failing = withLock(path, async () => {
      throw new Error('no luck')
    })
    await expect(failing).rejects.toThrow('no luck')
    expect(existsSync(path)).toBe(false)
  })

  it('that cannot be looked at or removed any more makes nothing of what was done under it', async () => {
    const path = await lockIn()
    // What cannot be read in its place, as on a disk that fails.
    const takeAway = async () => {
      rmSync(path)
      mkdirSync(path)
    }
    const saving = withLock(path, async () => {
      await takeAway()
      return 'saved'
    })
    expect(await saving).toBe('saved')
    rmSync(path, { recursive: true })
    const failing = withLock(path, async () => {
      await takeAway()
      throw new Error('no luck')
    })
    await expect(failing).rejects.toThrow('no luck')
  })

  it('keeps a second writer waiting until the first is done', async () => {
    const path = await lockIn()
    const events: string[] = []
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        withLock(path, async () => {
          events.push(`${name} in`)
          await new Promise((resume) => setTimeout(resume, 20))
          events.push(`${name} out`)
        }),
      ),
    )
    for (let turn = 0; turn < 3; turn++) {
      expect(events[2 * turn]?.[0]).toBe(events[2 * turn + 1]?.[0])
    }
    expect(events).toHaveLength(6)
  })

  it('names the process that holds it when waiting took too long', async () => {
    const path = await lockIn()
    writeFileSync(path, lockOf({ pid: process.ppid, startedAt: startOf(process.ppid) }))
    await expect(withLock(path, done, 50)).rejects.toMatchObject({
      code: 'busy',
      message: `Process ${process.ppid} is writing to the minutes.`,
      fix: expect.stringContaining('Try again') as string,
    })
  })

  it('is taken over from a process that died, by one of many at a time', async () => {
    const path = await lockIn()
    writeFileSync(path, lockOf({ pid: deadPid() }))
    let inside = 0
    const work = async (): Promise<number> => {
      const now = ++inside
      await new Promise((resume) => setTimeout(resume, 5))
      inside--
      return now
    }
    const all = await Promise.all(Array.from({ length: 10 }, () => withLock(path, work, 5_000)))
    expect(all).toEqual(Array(10).fill(1))
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when its pid is now another process',
    async () => {
      const path = await lockIn()
      writeFileSync(path, lockOf({ pid: process.ppid, startedAt: '1' }))
      expect(await withLock(path, done, 500)).toBe('done')
    },
  )

  it('of another machine is left alone, with word of what to do', async () => {
    const path = await lockIn()
    writeFileSync(path, lockOf({ pid: 1, host: 'elsewhere' }))
    await expect(withLock(path, done, 50)).rejects.toMatchObject({
      code: 'busy',
      fix: expect.stringContaining(`delete ${path}`) as string,
    })
  })

  it('is respected while it is being written, and taken over when its writer died doing so', async () => {
    const path = await lockIn()
    writeFileSync(path, '')
    await expect(withLock(path, done, 50)).rejects.toMatchObject({ code: 'busy' })
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(path, longAgo, longAgo)
    expect(await withLock(path, done, 500)).toBe('done')
  })
})

describe('a lock file that was copied along with its folder', () => {
  it('is no lock, though the process that made it runs', async () => {
    const path = await lockIn()
    const copy = await temporaryFolder()
    await withLock(path, async () => {
      cpSync(dirname(path), copy, { recursive: true, preserveTimestamps: true })
      expect(readdirSync(copy)).toHaveLength(1)
      expect(await withLock(join(copy, 'some.lock'), done, 50)).toBe('done')
    })
  })
})

/** Far more often than in earnest, so that nothing has to wait. */
const beatMs = 20

/** A process whose pid means nothing here, in a container of this machine say. */
const elsewhere = (pid: number): ProcessIdentity => ({
  ...thisProcess(),
  pid,
  namespace: 'pid:[1]',
  boot: 'another',
})
const silentLock = async (): Promise<string> => {
  const path = await lockIn()
  writeFileSync(path, JSON.stringify({ ...elsewhere(deadPid()), token: 'theirs' }))
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(path, longAgo, longAgo)
  return path
}

describe('a lock whose holder cannot be looked up', () => {
  it('is left alone while it gives signs of life, whatever process has its pid here', async () => {
    const path = await lockIn()
    writeFileSync(path, JSON.stringify({ ...elsewhere(deadPid()), token: 'theirs' }))
    await expect(withLock(path, done, 50)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('of another container') as string,
      fix: expect.stringContaining(`delete ${path}`) as string,
    })
  })

  it('is taken over when it gave none for long, nor while it was watched', async () => {
    const path = await silentLock()
    expect(await withFileLock(path, done, { what: 'the minutes', beatMs })).toBe('done')
    expect(existsSync(path)).toBe(false)
  })

  it('is left alone when it gives one while it is watched, as after a sleep', async () => {
    const path = await silentLock()
    const locking = withFileLock(path, done, { what: 'the minutes', beatMs: 400, patienceMs: 0 })
    await pause(beatMs)
    utimesSync(path, new Date(), new Date())
    await expect(locking).rejects.toMatchObject({ code: 'busy' })
    expect(readFileSync(path, 'utf8')).toContain('theirs')
  })

  it('gives signs of life as long as it is held', async () => {
    const path = await lockIn()
    const beats = new Set<number>()
    const work = async () => {
      while (beats.size < 4) {
        beats.add(statSync(path).mtimeMs)
        await pause(beatMs)
      }
      return JSON.parse(readFileSync(path, 'utf8')) as unknown
    }
    const held = await withFileLock(path, work, { what: 'the minutes', beatMs })
    expect(held).toMatchObject({ pid: process.pid })
  })
})

describe('a lock that was lost', () => {
  it('says so when it is to count, and the new holder keeps it', async () => {
    const path = await lockIn()
    const losing = withFileLock(
      path,
      async (lock) => {
        await lock.confirm()
        writeFileSync(path, lockOf({ pid: process.ppid, startedAt: startOf(process.ppid) }))
        await lock.confirm()
      },
      { what: 'the minutes' },
    )
    await expect(losing).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('nothing was saved here') as string,
    })
    expect(readFileSync(path, 'utf8')).toContain('theirs')
  })
})

const inNewNamespace = ['-Upf', '--mount-proc', '--kill-child']
const mayUnshare = spawnSync('unshare', [...inNewNamespace, 'true']).status === 0

describe.runIf(mayUnshare)('a lock held in another PID namespace', () => {
  let holding: Program
  beforeAll(async () => {
    holding = await program('hold-lock.ts')
  })

  it('holds, and is taken over when its process was killed', async () => {
    const path = await lockIn()
    const kill = await holding.under('unshare', ...inNewNamespace).runToPrint(path, String(beatMs))
    expect(JSON.parse(readFileSync(path, 'utf8'))).not.toMatchObject({
      namespace: thisProcess().namespace,
    })
    const options = { what: 'the minutes', beatMs }
    await expect(withFileLock(path, done, { ...options, patienceMs: 1_000 })).rejects.toMatchObject(
      {
        code: 'busy',
      },
    )
    await kill()
    expect(await withFileLock(path, done, { ...options, patienceMs: 5_000 })).toBe('done')
  })
})

function startOf(pid: number): string {
  if (!existsSync(`/proc/${pid}/stat`)) return ''
  return (
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19] ?? ''
  )
}
