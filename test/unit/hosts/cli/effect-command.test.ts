import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { terminalInFolder } from './terminal-in-folder'

const { pegboard, at } = terminalInFolder()
const inMail = ['--workspace', 'mail']
const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})

beforeEach(async () => {
  const tools = [
    tool('send_mail', 'Send a mail to people.'),
    tool('post_note', 'Post a note to a channel.'),
    tool('get_weather', 'The weather forecast of a place.'),
  ]
  const golden = [
    { id: 'q1', query: 'tell the team that the build is done', tools: ['post_note'] },
    { id: 'q2', query: 'send Anna a mail', tools: ['send_mail'] },
  ]
  await writeFile(at('tools.json'), JSON.stringify(tools))
  await writeFile(at('asked.json'), JSON.stringify(golden))
  await pegboard('import', 'tools.json', ...inMail)
  await pegboard('import-golden', 'asked.json', ...inMail)
})

describe('pegboard effect', () => {
  it('says which golden queries an edit would fix, and what it costs', async () => {
    const question = ['--question', 'Tell the team that it is done']
    const first = ['--recipe', 'bm25', '-k', '1']
    const { code, out } = await pegboard('effect', 'post_note', ...inMail, ...question, ...first)
    expect(code).toBe(0)
    expect(out).toContain('This tool: 1 fixed, 0 broken, 0 better, 0 worse, 0 the same.')
    expect(out).toMatch(/fixed +>30 +1 +post_note +tell the team/)
    expect(out).toMatch(/Tokens matched: \d+ → \d+\. Tokens sent to an agent: (\d+) → \1\./)
  })

  it('measures when to use a tool; what it does not do is not matched', async () => {
    const first = ['--recipe', 'bm25', '-k', '1']
    const of = (...flags: string[]) =>
      pegboard('effect', 'post_note', ...inMail, ...flags, ...first)
    const text = 'To tell the team that something is done'
    expect((await of('--when-to-use', text)).out).toContain('This tool: 1 fixed')
    expect((await of('--limits', text)).out).toContain('This tool: 0 fixed')
  })

  it('says which queries of others it would break', async () => {
    const stolen = ['--description', 'Send Anna a mail, send Anna a mail']
    const first = ['--recipe', 'bm25', '-k', '1', '--json']
    const { out } = await pegboard('effect', 'post_note', ...inMail, ...stolen, ...first)
    expect(JSON.parse(out)).toMatchObject({
      effect: {
        neighbours: { broken: 1 },
        rows: [{ name: 'send_mail', change: 'broken', before: 1, after: 2, isPassed: true }, {}],
      },
    })
  })

  it('fails for a tool that is not there', async () => {
    expect(await pegboard('effect', 'nothing', ...inMail)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no tool “nothing”') as string,
    })
  })
})
