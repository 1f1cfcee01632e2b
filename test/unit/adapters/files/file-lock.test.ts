import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withFileLock } from '../../../../src-main/adapters/files/file-lock'
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

function startOf(pid: number): string {
  if (!existsSync(`/proc/${pid}/stat`)) return ''
  return (
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19] ?? ''
  )
}
