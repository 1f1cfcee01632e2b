import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { REQUEST_LOG_FOLDER, requestLog } from '../../../../src-main/adapters/files/request-log'
import { program } from '../../../fixtures/program'
import { servedRequest } from '../../../fixtures/served-request'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pegboard-requests-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
})
const keeping = program('keep-requests.ts')

const idsIn = async (log = requestLog()) => (await log.read(dir)).all().map(({ id }) => id)
const files = async () => (await readdir(join(dir, REQUEST_LOG_FOLDER))).sort()
const fileAt = (name = '') => join(dir, REQUEST_LOG_FOLDER, name)

describe('requests of served agents', () => {
  it('are read in the order they were kept, also by another process and as they come', async () => {
    const one = requestLog()
    const other = requestLog()
    expect((await one.read(dir)).all()).toEqual([])
    await one.add(dir, servedRequest({ id: 'a' }))
    expect(await idsIn(other)).toEqual(['a'])
    await other.add(dir, servedRequest({ id: 'b', at: '2026-01-01T00:00:01.000Z' }))
    expect(await idsIn(one)).toEqual(['a', 'b'])
    expect((await one.read(dir)).newest(2)[0]).toEqual(servedRequest({ id: 'a' }))
  })

  it('keep integers of arguments that no number holds', async () => {
    const given = { id: 1234567890123456789n }
    await requestLog().add(dir, servedRequest({ did: 'call', arguments: given }))
    expect((await requestLog().read(dir)).all()[0]?.arguments).toEqual(given)
  })

  it('of which none can be read by others of this machine', async () => {
    await requestLog().add(dir, servedRequest())
    expect((await stat(fileAt((await files())[0]))).mode & 0o077).toBe(0)
  })

  it('that are broken are left out, and those after a broken end begin a file of their own', async () => {
    await requestLog().add(dir, servedRequest({ id: 'a' }))
    await appendFile(fileAt((await files())[0]), '{"id": 7}\nnonsense\n{"id":"cut')
    const log = requestLog()
    expect(await idsIn(log)).toEqual(['a'])
    await log.add(dir, servedRequest({ id: 'b' }))
    expect(await idsIn(log)).toEqual(['a', 'b'])
    expect(await files()).toHaveLength(2)
  })

  it('are forgotten beyond their bound and when they are old, those kept longest first', async () => {
    const bytes = Buffer.byteLength(`${JSON.stringify(servedRequest())}\n`)
    const log = requestLog({ bytes: bytes * 4, days: 30 }, bytes * 2)
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await log.add(dir, servedRequest({ id: `${id}1` }))
    }
    expect((await idsIn(log)).length).toBeLessThanOrEqual(6)
    expect((await idsIn(log)).at(-1)).toBe('g1')
    const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    for (const name of await files()) await utimes(fileAt(name), long, long)
    await requestLog().add(dir, servedRequest({ id: 'new' }))
    expect(await idsIn()).toEqual(['new'])
  })

  it('are read in order where several files are begun in one millisecond', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T10:00:00.000Z') })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const log = requestLog(undefined, 1)
    const ids = Array.from({ length: 12 }, (_, at) => `r${at}`)
    for (const id of ids) await log.add(dir, servedRequest({ id }))
    expect(await files()).toHaveLength(12)
    expect(await idsIn(log)).toEqual(ids)
    // As a clock does that was wrong.
    vi.setSystemTime(Date.parse('2026-05-04T08:00:00.000Z'))
    await log.add(dir, servedRequest({ id: 'later' }))
    expect((await idsIn(log)).at(-1)).toBe('later')
  })

  it('that come at once stand in one file, also as it fills and where it is gone', async () => {
    const line = Buffer.byteLength(`${JSON.stringify(servedRequest())}\n`)
    const log = requestLog(undefined, line * 50)
    const burst = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => log.add(dir, servedRequest({ id: `a${at}` }))),
      )
    await burst(40)
    expect(await files()).toHaveLength(1)
    await burst(40)
    await burst(40)
    expect(await files()).toHaveLength(2)
    expect(await idsIn()).toHaveLength(120)
    await requestLog().clear(dir)
    await burst(40)
    expect(await files()).toHaveLength(1)
  })

  it('stand in a bounded number of files: the oldest go', async () => {
    await requestLog().add(dir, servedRequest({ id: 'first' }))
    const [name = ''] = await files()
    for (let at = 0; at < 250; at++) {
      const older = name.replace(
        /^\d{8}T\d{6}\d{3}/,
        `20260101T000000${String(at).padStart(3, '0')}`,
      )
      await writeFile(fileAt(older), `${JSON.stringify(servedRequest({ id: `old${at}` }))}\n`)
    }
    const ids = await idsIn()
    expect([
      ids.length,
      ids.includes('old0'),
      ids.includes('old249'),
      ids.includes('first'),
    ]).toEqual([200, false, true, true])
    expect(await files()).toHaveLength(200)
  })

  it('of another day stand in another file, and go once they are old though nobody asks any more', async () => {
    const log = requestLog()
    await log.add(dir, servedRequest({ id: 'a' }))
    const [name = ''] = await files()
    await rename(fileAt(name), fileAt(name.replace(/^\d{8}/, '20260101')))
    await log.add(dir, servedRequest({ id: 'b' }))
    expect(await idsIn()).toEqual(['a', 'b'])
    const [first] = await files()
    const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    await utimes(fileAt(first), long, long)
    expect(await idsIn()).toEqual(['b'])
    expect(await files()).toHaveLength(1)
  })

  it('go on after another process has forgotten all', async () => {
    const log = requestLog()
    await log.add(dir, servedRequest({ id: 'a' }))
    await requestLog().clear(dir)
    expect(await idsIn(log)).toEqual([])
    await log.add(dir, servedRequest({ id: 'b' }))
    expect(await idsIn(log)).toEqual(['b'])
  })

  it('are not kept where the workspace is gone, and do not bring its folder back', async () => {
    const gone = join(dir, 'gone')
    await expect(requestLog().add(gone, servedRequest())).rejects.toMatchObject({ code: 'storage' })
    expect(await readdir(dir)).toEqual([])
  })

  it('of two processes at once are all there', async () => {
    const run = await keeping
    const children = ['one', 'two'].map((name) => run.start(dir, '200', name))
    await Promise.all(children.map((child) => once(child, 'exit')))
    const ids = await idsIn()
    expect(ids).toHaveLength(400)
    expect(new Set(ids).size).toBe(400)
  })

  it('that were told as kept outlive a process that is killed', async () => {
    const child = (await keeping).start(dir, '100000')
    const told: string[] = []
    if (!child.stdout) throw new Error('It tells nothing.')
    createInterface(child.stdout).on('line', (line) => {
      told.push(line)
      if (told.length === 300) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const ids = new Set(await idsIn())
    expect(told.length).toBeGreaterThanOrEqual(300)
    expect(told.filter((id) => !ids.has(id))).toEqual([])
  })
})
