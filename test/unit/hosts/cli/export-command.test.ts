import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

describe('pegboard export', () => {
  it('writes only the tools that are named, or that pass a filter', async () => {
    await importSmall()
    const namesIn = async (...args: string[]) =>
      (await pegboard('export', ...inSmall, ...args)).out.match(/(?<="name": ")[a-z_]+/g)
    expect(await namesIn('--tool', 'send_email')).toEqual(['send_email'])
    expect(await namesIn('--search', 'email')).toEqual(['search_email', 'send_email'])
    const none = await pegboard('export', ...inSmall, '--server', 'nowhere')
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.err).toContain('No tool passes the filter')
  })

  const twice = async () => {
    const inputSchema = { type: 'object', properties: {} }
    const tool = { name: 'find.all', description: 'Finds.', inputSchema }
    await writeFile(at('crm.json'), JSON.stringify({ tools: [tool] }))
    await pegboard('import', 'crm.json', ...inSmall, '--server', 'crm')
    await pegboard('import', 'crm.json', ...inSmall, '--server', 'docs')
  }

  it('says what the provider would refuse, and writes it all the same', async () => {
    await twice()
    const { code, err } = await pegboard('export', ...inSmall, '--output', 'out.json')
    expect(code).toBe(0)
    expect(err).toContain('OpenAI would refuse 2 of these tools as they are:')
    expect(err).toContain('crm/find.all · Another tool has its name: docs/find.all')
    expect(JSON.parse(await readFile(at('out.json'), 'utf8'))).toHaveLength(2)
    const lossless = await pegboard('export', ...inSmall, '--format', 'pegboard', '--output', 'p')
    expect(lossless.err).not.toContain('refuse')
  })

  it('writes strict and defer_loading where the format has them, and refuses them elsewhere', async () => {
    await importSmall()
    const both = ['--strict', '--defer-loading']
    const made = await pegboard('export', ...inSmall, '--format', 'openai-responses', ...both)
    expect(made.err).toContain('A strict tool has')
    const list = JSON.parse(made.out) as unknown[]
    expect(list.at(0)).toMatchObject({ strict: true, defer_loading: true })
    expect(list.at(-1)).toEqual({ type: 'tool_search' })
    const other = await pegboard('export', ...inSmall, '--format', 'mcp', '--defer-loading')
    expect(other).toMatchObject({ code: 2, out: '' })
    expect(other.err).toContain('openai-responses, anthropic')
    const archive = await pegboard('export', ...inSmall, '--archive', '--strict')
    expect(archive).toMatchObject({ code: 2, out: '' })
  })

  it('fails for a refusal alone, not for what gets lost', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }
    const tool = { name: 'send', description: 'Sends a mail.', inputSchema: schema }
    await writeFile(at('mail.json'), JSON.stringify({ tools: [tool] }))
    await pegboard('import', 'mail.json', ...inSmall)
    const { code, out } = await pegboard('export', ...inSmall, '--format', 'ollama', '--check')
    expect(code).toBe(0)
    expect(out).toContain('Ollama takes this, but parts of it do not reach the model:')
    expect(out).toContain('Lost: Keywords do not reach the model: a.minLength')
  })

  it('only checks where that is asked, and fails if there is anything', async () => {
    await twice()
    const { code, out } = await pegboard('export', ...inSmall, '--check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ provider: 'OpenAI', tools: 2, total: 4 })
    const other = ['--names', 'server__name']
    expect(await pegboard('export', ...inSmall, '--check', ...other)).toMatchObject({
      code: 0,
      out: 'OpenAI has nothing to refuse.\n',
    })
  })

  it('writes which tool each name stands for, and no such names without', async () => {
    await twice()
    const args = ['export', ...inSmall, '--names', 'server__name', '--output', 'out.json']
    expect(await pegboard(...args)).toMatchObject({ code: 2 })
    expect(await pegboard(...args, '--mapping', 'names.json')).toMatchObject({ code: 0 })
    const names = ['crm', 'docs'].map((server) => ({
      exported: `${server}__find_all`,
      id: `${server}/find.all`,
      server,
      name: 'find.all',
    }))
    expect(JSON.parse(await readFile(at('names.json'), 'utf8'))).toEqual({
      format: 'openai',
      names,
    })
    expect(JSON.parse(await readFile(at('out.json'), 'utf8'))).toMatchObject(
      names.map(({ exported }) => ({ function: { name: exported } })),
    )
  })

  it('refuses a golden set in a format it has not', async () => {
    await importSmall()
    const { code, err } = await pegboard(
      'export',
      ...inSmall,
      '--golden',
      'asked',
      '--format',
      'mcp',
    )
    expect(code).toBe(2)
    expect(err).toContain('json, csv')
  })
})
