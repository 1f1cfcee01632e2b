import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOCK_FILE, withLock } from '../../../../src-main/adapters/lancedb/workspace-lock'
import { temporaryFolder } from './temporary-workspaces'

const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

const lockOf = (holder: { pid: number; host?: string; startedAt?: string }): string =>
  JSON.stringify({ host: hostname(), startedAt: '', token: 'theirs', ...holder })

const done = async (): Promise<string> => 'done'

describe('the lock of a workspace', () => {
  it('is held during the work and gone after it, also when the work fails', async () => {
    const dir = await temporaryFolder()
    const path = join(dir, LOCK_FILE)
    await withLock(dir, async () => {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    })
    expect(existsSync(path)).toBe(false)
    const failing = withLock(dir, async () => {
      throw new Error('no luck')
    })
    await expect(failing).rejects.toThrow('no luck')
    expect(existsSync(path)).toBe(false)
  })

  it('keeps a second writer waiting until the first is done', async () => {
    const dir = await temporaryFolder()
    const events: string[] = []
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        withLock(dir, async () => {
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
    const dir = await temporaryFolder()
    writeFileSync(
      join(dir, LOCK_FILE),
      lockOf({ pid: process.ppid, startedAt: startOf(process.ppid) }),
    )
    await expect(withLock(dir, done, 50)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(String(process.ppid)) as string,
      fix: expect.stringContaining('Try again') as string,
    })
  })

  it('is taken over from a process that died, by one of many at a time', async () => {
    const dir = await temporaryFolder()
    writeFileSync(join(dir, LOCK_FILE), lockOf({ pid: deadPid() }))
    let inside = 0
    const work = async (): Promise<number> => {
      const now = ++inside
      await new Promise((resume) => setTimeout(resume, 5))
      inside--
      return now
    }
    const all = await Promise.all(Array.from({ length: 10 }, () => withLock(dir, work, 5_000)))
    expect(all).toEqual(Array(10).fill(1))
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when its pid is now another process',
    async () => {
      const dir = await temporaryFolder()
      writeFileSync(join(dir, LOCK_FILE), lockOf({ pid: process.ppid, startedAt: '1' }))
      expect(await withLock(dir, done, 500)).toBe('done')
    },
  )

  it('of another machine is left alone, with word of what to do', async () => {
    const dir = await temporaryFolder()
    writeFileSync(join(dir, LOCK_FILE), lockOf({ pid: 1, host: 'elsewhere' }))
    await expect(withLock(dir, done, 50)).rejects.toMatchObject({
      code: 'busy',
      fix: expect.stringContaining(LOCK_FILE) as string,
    })
  })

  it('is respected while it is being written, and taken over when its writer died doing so', async () => {
    const dir = await temporaryFolder()
    const path = join(dir, LOCK_FILE)
    writeFileSync(path, '')
    await expect(withLock(dir, done, 50)).rejects.toMatchObject({ code: 'busy' })
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(path, longAgo, longAgo)
    expect(await withLock(dir, done, 500)).toBe('done')
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
