import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()
const tools = (...args: string[]) => pegboard('tools', ...args, ...inSmall)
const shown = async (id: string) =>
  JSON.parse((await pegboard('show', id, ...inSmall, '--json')).out) as { entry: object }

beforeEach(importSmall)

describe('pegboard tools', () => {
  it('makes a tool with a schema from a file, and says what a provider would refuse', async () => {
    const schema = { type: 'object', properties: { day: { type: 'string' } } }
    await writeFile(at('schema.json'), JSON.stringify(schema))
    const written = ['--description', 'Books a room.', '--parameters', 'schema.json']
    expect(await tools('add', 'book a room', ...written, '--tag', 'office')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Made book a room\.\nTo take it back: /) as string,
      err: 'No provider accepts the name “book a room”. All take 1 to 64 letters, digits, underscores and hyphens.\n',
    })
    expect((await shown('book a room')).entry).toMatchObject({
      tool: { description: 'Books a room.', parameters: schema },
      layer: { tags: ['office'] },
    })
  })

  it('changes, copies and removes tools', async () => {
    expect((await tools('edit', 'get_weather', '--name', 'forecast')).out).toMatch(
      /^Changed get_weather\./,
    )
    expect((await tools('copy', 'get_weather')).out).toMatch(/^Made forecast_copy\./)
    const { out } = await tools('remove', 'get_weather', 'forecast_copy')
    const [, change = ''] =
      /^Removed 2 tools\.\nTo take it back: pegboard undo (\S+)\n$/.exec(out) ?? []
    expect((await pegboard('undo', change, ...inSmall)).out).toBe('Taken back: Removed 2 tools.\n')
    expect((await shown('forecast_copy')).entry).toBeTruthy()
    expect((await pegboard('redo', change, ...inSmall)).out).toBe('Made again: Removed 2 tools.\n')
    expect(await tools('remove', 'send_email', 'rocket')).toMatchObject({ code: 1, out: '' })
    expect((await shown('send_email')).entry).toBeTruthy()
  })

  it('come with an import that says by what name it is taken back', async () => {
    const inNew = ['--workspace', 'new']
    const { out } = await pegboard('import', 'tools.json', ...inNew)
    const [, change = ''] = /^To take it back: pegboard undo (\S+)$/m.exec(out) ?? []
    expect((await pegboard('undo', change, ...inNew)).out).toBe(
      'Taken back: Imported 5 tools from tools.json.\n',
    )
    expect((await pegboard('redo', change, ...inNew)).code).toBe(0)
    expect((await pegboard('import', 'tools.json', ...inNew)).out).toContain('5 unchanged')
    expect((await pegboard('undo', '--list', ...inNew)).out).toContain('Imported 5 tools')
  })

  it('changes many alike, all that the filter chooses', async () => {
    expect(
      (await tools('change', '--search', 'email', '--add-tag', 'mail', '--to-server', 'post')).out,
    ).toMatch(/^Changed 2 tools\./)
    expect((await tools('change', '--server', 'post', '--no-to-server')).out).toMatch(
      /^Changed 2 tools\./,
    )
    expect((await tools('change', '--add-tag', 'mail')).code).toBe(2)
    expect((await tools('change', '--tool', 'send_email')).code).toBe(2)
  })

  it('says plainly what cannot be', async () => {
    expect(await tools('add', 'send_email')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is a tool “send_email” without a server') as string,
    })
    expect((await tools('add', 'x', '--parameters', '{"type"')).code).toBe(2)
    expect((await tools('add', 'x', '--parameters', 'nowhere.json')).code).toBe(1)
    expect((await tools('edit', 'get_weather')).code).toBe(2)
  })
})
