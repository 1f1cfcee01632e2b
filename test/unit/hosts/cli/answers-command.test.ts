import { describe, expect, it } from 'vitest'
import { storedAnswers } from '../../../../src-main/adapters/files/stored-answers'
import { terminalInFolder } from './terminal-in-folder'

const { at, pegboard } = terminalInFolder()

async function store(question: string, answer: string): Promise<void> {
  const key = { model: 'ollama:small@1', prompt: 'plan@2', text: question }
  await storedAnswers(at('home', 'model-answers')).put(key, answer)
}

describe('pegboard answers', () => {
  it('says that none are stored, and how they come to be', async () => {
    const { code, out } = await pegboard('answers', 'list')
    expect(code).toBe(0)
    expect(out).toContain('No answers are stored.')
  })

  it('lists what was asked and answered, with nothing in it that a terminal would obey', async () => {
    await store('Plan this:\n\u001b[2Jsend a mail', '{"steps":["send a mail"]}')
    const { out } = await pegboard('answers', 'list')
    expect(out).toContain('plan@2  ollama:small  2')
    expect(out).toContain('asked: Plan this: \\u001b[2Jsend a mail')
    expect(out).toContain('answered: {"steps":["send a mail"]}')
    const json = JSON.parse((await pegboard('answers', 'list', '--json')).out) as object
    expect(json).toMatchObject({ answers: [{ prompt: 'plan@2' }] })
  })

  it('shows as many as are wanted', async () => {
    for (const question of ['a', 'b', 'c']) await store(question, '1')
    const { out } = await pegboard('answers', 'list', '--limit', '2')
    expect(out.match(/asked:/g)).toHaveLength(2)
    expect((await pegboard('answers', 'list', '--limit', 'many')).code).toBe(2)
  })

  it('tells their size and the bound, and empties them', async () => {
    await store('a', '1')
    const size = await pegboard('answers', 'size')
    expect(size.out).toMatch(
      /^1 answers, \d+ bytes\. At 50000 answers or 256 MB the least recently used fifth/,
    )
    expect((await pegboard('answers', 'clear')).out).toBe('Removed 1 answers.\n')
    expect(JSON.parse((await pegboard('answers', 'size', '--json')).out)).toMatchObject({
      answers: 0,
    })
  })
})
