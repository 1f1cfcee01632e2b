import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreements } from '../../../../src-main/adapters/files/agreements'
import { program, type Program } from '../../../fixtures/program'

describe('what was agreed to', () => {
  let folder: string
  let path: string
  let agreeing: Program
  beforeAll(async () => {
    agreeing = await program('agree-often.ts')
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pegboard-test-'))
    path = join(folder, 'agreements.json')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const server = {
    kind: 'stdio',
    program: '/bin/serve',
    args: ['a'],
    variables: { T: 'swordfish' },
  }

  it('is known again, by another program as well, and nothing else is', async () => {
    const mark = await agreements(folder).markOf(server)
    expect(await agreements(folder).has(mark)).toBe(false)
    await agreements(folder).add(mark)
    const later = agreements(folder)
    expect(await later.markOf({ ...server })).toBe(mark)
    expect(await later.has(mark)).toBe(true)
    const other = await later.markOf({ ...server, variables: { T: 'other' } })
    expect(other).not.toBe(mark)
    expect(await later.has(other)).toBe(false)
  })

  it('has the same mark in whichever order it is written', async () => {
    const { kind, ...rest } = server
    const kept = agreements(folder)
    expect(await kept.markOf({ ...rest, kind })).toBe(await kept.markOf(server))
    expect(await kept.markOf({ ...server, args: ['a', 'b'] })).not.toBe(await kept.markOf(server))
  })

  it('tells nothing of itself in its file, which is its owner’s alone', async () => {
    const kept = agreements(folder)
    await kept.add(await kept.markOf(server))
    const text = readFileSync(path, 'utf8')
    for (const value of ['swordfish', '/bin/serve', 'stdio']) expect(text).not.toContain(value)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['agreements.json'])
  })

  it('has another mark in another folder: none can be carried over', async () => {
    const elsewhere = join(folder, 'elsewhere')
    const mark = await agreements(folder).markOf(server)
    expect(await agreements(elsewhere).markOf(server)).not.toBe(mark)
  })

  it.each(['', 'no JSON', '[]', '{"key": "short", "agreed": []}', '{"agreed": ["all"]}'])(
    'is nothing where its file is %j, and can be agreed to again',
    async (text) => {
      const mark = await agreements(folder).markOf(server)
      await agreements(folder).add(mark)
      writeFileSync(path, text)
      const kept = agreements(folder)
      expect(await kept.has(mark)).toBe(false)
      expect(await kept.has('all')).toBe(false)
      const anew = await kept.markOf(server)
      await kept.add(anew)
      expect(await kept.has(anew)).toBe(true)
    },
  )

  it('is kept once, however often it is agreed to', async () => {
    const kept = agreements(folder)
    const mark = await kept.markOf(server)
    for (let time = 0; time < 3; time += 1) await kept.add(mark)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ agreed: [mark] })
  })

  it('is taken back alone, and may be again', async () => {
    const kept = agreements(folder)
    const one = await kept.markOf('one')
    const other = await kept.markOf('other')
    await kept.add(one)
    await kept.add(other)
    await kept.remove(one)
    await kept.remove(one)
    expect([await agreements(folder).has(one), await kept.has(other)]).toEqual([false, true])
  })

  it('keeps what stood when it was agreed to, by what it is about, the latest alone', async () => {
    const kept = agreements(folder)
    const about = await kept.markOf('about')
    const other = await kept.markOf('other')
    const code = [{ path: '/bin/serve', as: 'program' as const, digest: 'd', stamp: 's' }]
    const parts = await kept.marksOf({ 'the arguments': ['a'], 'what T says': 'swordfish' })
    const one = { mark: 'mark 1', path: '/bin', program: '/bin/serve', code, parts }
    await kept.add('mark 1', { about, agreed: one })
    expect(await agreements(folder).about(about)).toEqual(one)
    expect(await kept.about(other)).toBeUndefined()
    expect(await kept.about('constructor')).toBeUndefined()
    const two = { mark: 'mark 2', before: 'mark 1', parts: {} }
    await kept.add('mark 2', { about, agreed: two })
    await kept.add('mark 3')
    expect(await kept.about(about)).toEqual(two)
    expect([await kept.has('mark 1'), await kept.has('mark 2')]).toEqual([true, true])
    expect(readFileSync(path, 'utf8')).not.toContain('swordfish')
    expect(Object.keys(parts)).toEqual(['the arguments', 'what T says'])
    expect(parts['the arguments']).toBe(await kept.markOf(['a']))
  })

  it('keeps of many things the latest, and what was agreed to where the rest cannot be read', async () => {
    const kept = agreements(folder)
    const key = 'k'.repeat(64)
    const known = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`about ${at}`, { mark: 'm', parts: {} }]),
    )
    writeFileSync(path, JSON.stringify({ key, agreed: ['m'], known }))
    await kept.add('n', { about: 'newest', agreed: { mark: 'n', parts: {} } })
    expect(await kept.about('newest')).toBeDefined()
    expect(await kept.about('about 599')).toBeDefined()
    expect(await kept.about('about 0')).toBeUndefined()
    writeFileSync(path, JSON.stringify({ key, agreed: ['m'], known: { a: 'broken' } }))
    expect([await kept.has('m'), await kept.about('a')]).toEqual([true, undefined])
  })

  it('is lost by none of two programs that write at once', async () => {
    const times = 25
    const others = ['one', 'two'].map((name) => agreeing.run(folder, String(times), name))
    const kept = agreements(folder)
    for (let turn = 0; turn < times; turn += 1) await kept.add(await kept.markOf(['here', turn]))
    expect(await Promise.all(others)).toEqual([
      [0, null],
      [0, null],
    ])
    for (const name of ['one', 'two', 'here']) {
      for (let turn = 0; turn < times; turn += 1) {
        expect(await kept.has(await kept.markOf([name, turn]))).toBe(true)
      }
    }
  })
})
