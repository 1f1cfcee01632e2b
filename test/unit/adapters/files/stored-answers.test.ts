import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { storedAnswers } from '../../../../src-main/adapters/files/stored-answers'
import { program } from '../../../fixtures/program'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-answers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const putting = program('put-answers.ts')

const key = (text: string) => ({ model: 'small@1 {}', prompt: 'plan@1', text })

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('stored answers', () => {
  it('are given again to the same question, model and prompt, also by another process', async () => {
    await storedAnswers(folder).put(key('a'), '{"steps":[]}')
    const other = storedAnswers(folder)
    expect(await other.get(key('a'))).toBe('{"steps":[]}')
    expect(await other.get(key('b'))).toBeUndefined()
    expect(await other.get({ ...key('a'), model: 'small@2 {}' })).toBeUndefined()
    expect(await other.get({ ...key('a'), prompt: 'plan@2' })).toBeUndefined()
    // Parts that would be the same text one after the other.
    expect(await other.get({ model: 'small@1 {}plan', prompt: '@1', text: 'a' })).toBeUndefined()
  })

  it('are listed, those used last first, by how question and answer begin', async () => {
    const answers = storedAnswers(folder)
    for (const [at, text] of ['old', 'x'.repeat(5000), 'new'].entries()) {
      await answers.put(key(text), JSON.stringify(text))
      for (const file of await filesIn(folder)) await utimes(file, at, at).catch(() => undefined)
      await answers.get(key(text))
    }
    await answers.get(key('old'))
    const listed = await answers.list({ offset: 0, limit: 2 })
    expect(listed.map(({ question }) => question.slice(0, 5))).toContain('old')
    const all = await answers.list({ offset: 0, limit: 10 })
    expect(all.map(({ question, answer }) => [question.length, answer.length])).toContainEqual([
      2000, 2000,
    ])
    expect(all[0]).toMatchObject({ model: 'small@1 {}', prompt: 'plan@1' })
    expect(await answers.list({ offset: 2, limit: 10 })).toHaveLength(1)
  })

  it('are counted and measured, and can be emptied', async () => {
    const answers = storedAnswers(folder)
    expect(await answers.size()).toMatchObject({ answers: 0, bytes: 0 })
    for (const text of ['a', 'b']) await answers.put(key(text), '1')
    const { answers: count, bytes } = await answers.size()
    const sizes = await Promise.all((await filesIn(folder)).map((file) => readFile(file)))
    expect([count, bytes]).toEqual([2, sizes.reduce((sum, { length }) => sum + length, 0)])
    expect(await answers.clear()).toBe(2)
    expect(await answers.size()).toMatchObject({ answers: 0 })
    expect(await answers.get(key('a'))).toBeUndefined()
    await answers.put(key('a'), '2')
    expect(await answers.get(key('a'))).toBe('2')
  })

  it('stay within their bound: what was used longest ago is forgotten', async () => {
    const answers = storedAnswers(folder, { answers: 10, bytes: 1 << 20 })
    for (let at = 0; at < 10; at++) {
      await answers.put(key(String(at)), String(at))
      const seconds = 1000 + at
      const newest = (await filesIn(folder)).map(async (file) => {
        const { answer } = JSON.parse(await readFile(file, 'utf8')) as { answer: string }
        if (answer === String(at)) await utimes(file, seconds, seconds)
      })
      await Promise.all(newest)
    }
    await answers.get(key('0'))
    await answers.put(key('10'), '10')
    expect((await answers.size()).answers).toBe(8)
    const kept = await Promise.all(
      ['0', '1', '2', '3', '4', '10'].map((text) => answers.get(key(text))),
    )
    expect(kept).toEqual(['0', undefined, undefined, undefined, '4', '10'])
  })

  it('stay within their bound of bytes, whoever wrote them', async () => {
    const most = { answers: 1000, bytes: 10_000 }
    const other = storedAnswers(folder, most)
    const answers = storedAnswers(folder, most)
    await answers.put(key('first'), '"x"')
    for (let at = 0; at < 8; at++)
      await other.put(key(`other ${at}`), JSON.stringify('x'.repeat(900)))
    for (let at = 0; at < 8; at++)
      await answers.put(key(`own ${at}`), JSON.stringify('x'.repeat(900)))
    expect((await answers.size()).bytes).toBeLessThanOrEqual(2 * most.bytes)
    await storedAnswers(folder, most).put(key('last'), '"x"')
    expect((await answers.size()).bytes).toBeLessThanOrEqual(most.bytes)
  })

  it('are asked for again where a file is no answer', async () => {
    const answers = storedAnswers(folder)
    await answers.put(key('a'), '1')
    const [file = ''] = await filesIn(folder)
    for (const content of ['', '{"answer":', '{"answer":5}', '[]']) {
      await writeFile(file, content)
      expect(await answers.get(key('a'))).toBeUndefined()
      expect(await answers.list({ offset: 0, limit: 5 })).toEqual([])
    }
    await answers.put(key('a'), '2')
    expect(await answers.get(key('a'))).toBe('2')
  })

  it('cost nothing but asking again where nothing can be written', async () => {
    const place = join(folder, 'a-file')
    await writeFile(place, 'x')
    const answers = storedAnswers(place)
    await answers.put(key('a'), '1')
    expect(await answers.get(key('a'))).toBeUndefined()
    expect(await answers.size()).toMatchObject({ answers: 0 })
  })

  it('are whole after two processes wrote the same ones and one was killed', async () => {
    const writer = await putting
    const other = writer.run(folder)
    const kill = await writer.runToPrint(folder)
    await kill()
    expect(await other).toEqual([0, null])
    const answers = storedAnswers(folder)
    const { answers: count } = await answers.size()
    expect(count).toBe(200)
    for (let at = 0; at < 200; at++) {
      expect(await answers.get(key(String(at)))).toBe(JSON.stringify('x'.repeat(at)))
    }
    // What the killed one left is removed once it is old.
    for (const file of await filesIn(folder)) await utimes(file, 1000, 1000)
    expect((await answers.size()).answers).toBe(200)
    expect((await filesIn(folder)).every((file) => file.endsWith('.json'))).toBe(true)
  })
})
