import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, at } = terminalInFolder()
const asked = ['--workspace', 'mail', '--recipe', 'bm25', '-k', '1', '--share', '1', '--seeds', '1']
const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})

beforeEach(async () => {
  const tools = [
    tool('send_mail', 'Sends a mail to people.'),
    tool('get_weather', 'The weather forecast of a place. Also for the sea.'),
  ]
  const golden = [
    { id: 'q1', query: 'send Anna a mail', tools: ['send_mail'] },
    { id: 'q2', query: 'how is the weather', tools: ['get_weather'] },
  ]
  await writeFile(at('tools.json'), JSON.stringify(tools))
  await writeFile(at('asked.json'), JSON.stringify(golden))
  await pegboard('import', 'tools.json', '--workspace', 'mail')
  await pegboard('import-golden', 'asked.json', '--workspace', 'mail')
})

describe('pegboard robustness', () => {
  it('says what is kept in a sentence, how it was measured, and what each change does', async () => {
    const { code, out } = await pegboard('robustness', ...asked)
    expect(code).toBe(0)
    expect(out).toMatch(/^BM25 keeps \d+\.\d % \[.*\] of what it finds when all tools change\.\n/)
    expect(out).toContain('2 queries of “asked”, k = 1; tools drawn once;')
    expect(out).toMatch(/Only \d quer/)
    expect(out).toMatch(/\nRenamed +tool +2 +1\.00 /)
    expect(out).toMatch(/\nGone +tool +2 .* 2\n/)
  })

  it('prints the same as JSON and as CSV', async () => {
    const measured = JSON.parse((await pegboard('robustness', ...asked, '--json')).out) as object
    expect(measured).toMatchObject({ goldenSet: 'asked', seeds: 1, share: 1, queries: 2 })
    const { out } = await pegboard('robustness', ...asked, '--golden', 'asked', '--csv')
    expect(out.split('\r\n')[0]).toContain('change,level,tools,recall before,after')
    expect(out.trim().split('\n')).toHaveLength(11)
  })

  it('refuses a share that is none and a set that is not there', async () => {
    expect(await pegboard('robustness', ...asked, '--share', '2')).toMatchObject({ code: 2 })
    expect(await pegboard('robustness', ...asked, '--golden', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('none') as string,
    })
  })
})
