import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { filesIn, flipBit } from '../../../fixtures/flip-bits'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const check = (...args: string[]) => pegboard('check', ...args)
const described = async () => {
  const { out } = await pegboard('show', 'get_weather', ...inSmall, '--json')
  return (JSON.parse(out) as { entry: { tool: { description: string } } }).entry.tool.description
}

const WORDS = 'Foretells the weather of tomorrow.'

/** Has a disk change one letter of what was written last. */
async function loseABit(): Promise<void> {
  const files = await filesIn(at('small', 'records.lance', 'data'))
  const [file] = files.filter((path) => readFileSync(path).includes(WORDS))
  if (!file) throw new Error('No file holds the text as it is.')
  flipBit(file, readFileSync(file).indexOf(WORDS) * 8)
}

beforeEach(async () => {
  await importSmall()
  await pegboard('tools', 'edit', 'get_weather', '--description', WORDS, ...inSmall)
})

describe('pegboard check', () => {
  it('says of a whole workspace that nothing is damaged', async () => {
    const { code, out } = await check(...inSmall)
    expect(code).toBe(0)
    expect(out).toMatch(/^tools +\d+ +whole/m)
    expect(out).toContain('Nothing is damaged.')
  })

  it('says which table is, which is not read, and goes back to the commit before', async () => {
    await loseABit()
    const listed = await pegboard('tools', 'list', ...inSmall)
    expect(listed).toMatchObject({ code: 1, out: '' })
    expect(listed.err).toMatch(/The part "tools" .* is damaged[^]*commit \d+ before is whole/)
    const { code, out } = await check(...inSmall)
    expect(code).toBe(1)
    expect(out).toMatch(/^tools +\d+ +damaged +some of its rows are not what was written/m)
    const json = JSON.parse((await check(...inSmall, '--json')).out) as object
    expect(json).toMatchObject({ isDamaged: true, wholeBefore: expect.any(Number) as number })
    expect((await check(...inSmall, '--repair', 'back')).code).toBe(0)
    expect(await check(...inSmall)).toMatchObject({ code: 0 })
    expect(await described()).not.toContain('tomorrow')
  })

  it('keeps what is there where that is wished', async () => {
    await loseABit()
    expect((await check(...inSmall, '--repair', 'keep')).code).toBe(0)
    expect(await described()).toBe(WORDS.replace('F', 'G'))
    expect((await check(...inSmall)).code).toBe(0)
  })

  it('reads all snapshots of a place', async () => {
    expect((await pegboard('publish', 'place', ...inSmall)).code).toBe(0)
    expect(await check('--place', 'place')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is damaged.') as string,
    })
    const files = await filesIn(at('place'))
    const [file] = files.filter((path) => readFileSync(path).includes(WORDS))
    flipBit(file ?? '', readFileSync(file ?? '').indexOf(WORDS) * 8)
    expect(await check('--place', 'place')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^ *1 +tools +\d+ +damaged/m) as string,
    })
    expect((await pegboard('tools', 'list', '--workspace', 'place')).err).toContain('Snapshot 1 of')
    expect((await check('--place', 'place', '--repair', 'keep')).code).toBe(2)
  })

  it('wants to be told what to check, once', async () => {
    expect((await check()).err).toContain('It is not said what to check.')
    expect((await check(...inSmall, '--place', 'place')).code).not.toBe(0)
    expect((await check('--place', 's3:///x')).err).toContain('names no bucket')
  })
})
