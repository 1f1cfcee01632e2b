import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool'
import { openApp } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

const withoutWeather = SMALL_CATALOG.filter(({ function: { name } }) => name !== 'get_weather')
const changed = withoutWeather.map((tool) =>
  tool.function.name === 'send_email'
    ? { ...tool, function: { ...tool.function, description: 'Send mail.' } }
    : tool,
)

describe('importing', () => {
  it('says what would change and writes nothing in a preview', async () => {
    const { request, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const before = await request('workspace.open', { dir })
    const preview = await request('import.preview', {
      dir,
      path: await file('again.json', changed),
    })
    expect(preview.change).toMatchObject({
      added: [],
      changed: [{ id: 'send_email', fields: expect.arrayContaining(['description']) }],
      removed: ['get_weather'],
      unchanged: 3,
    })
    expect(await request('workspace.open', { dir })).toEqual(before)
  })

  it('keeps the author’s layer and, unless asked, the tools that are gone', async () => {
    const { request, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const id = ToolId.parse('send_email')
    await request('catalog.saveLayer', { dir, id, layer: { topics: ['mail'] } })
    const path = await file('again.json', changed)
    await request('import.commit', { dir, path })
    const { entry } = await request('catalog.tool', { dir, id })
    expect(entry.tool.description).toBe('Send mail.')
    expect(entry.layer).toEqual({ topics: ['mail'] })
    expect(await request('catalog.facets', { dir })).toMatchObject({ tools: 5 })
    await request('import.commit', { dir, path, removeMissing: true })
    expect(await request('catalog.facets', { dir })).toMatchObject({ tools: 4 })
  })

  it('refuses a commit whose preview is out of date', async () => {
    const { request, reply, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const path = await file('again.json', changed)
    const { revision } = await request('import.preview', { dir, path })
    await request('workspace.rename', { dir, name: 'Moved on' })
    expect(await reply('import.commit', { dir, path, revision })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  })

  it('previews files in a format that was chosen, though no format is detected', async () => {
    const { request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    const path = await file('named.json', [{ name: 'get_weather' }])
    expect(await request('import.preview', { dir, path, format: 'mcp' })).toMatchObject({
      format: 'mcp',
      candidates: [],
      tools: 1,
    })
  })

  it('names line and column of a file that is no JSON', async () => {
    const { reply, request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    const path = await file('bad.json', '[\n  {"name": }\n]')
    const answer = await reply('import.preview', { dir, path })
    expect(answer).toMatchObject({ ok: false, error: { code: 'unreadable' } })
    expect(JSON.stringify(answer)).toMatch(/line 2, column 12/)
  })

  it('takes files sent piece by piece and refuses to write elsewhere', async () => {
    const { request, reply } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    const { folder } = await request('files.begin', {})
    const text = JSON.stringify(SMALL_CATALOG)
    for (const piece of [text.slice(0, 100), text.slice(100)]) {
      const bytes = Buffer.from(piece).toString('base64')
      await request('files.append', { folder, path: 'catalog/tools.json', bytes })
    }
    expect((await request('import.commit', { dir, path: folder })).change.added).toHaveLength(5)
    for (const path of ['../outside.json', '/outside.json', 'a/../../outside.json']) {
      const answer = await reply('files.append', { folder, path, bytes: '' })
      expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    }
    const elsewhere = await reply('files.append', { folder: '/somewhere', path: 'x', bytes: '' })
    expect(elsewhere).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  })

  it('replaces a golden set only when told to', async () => {
    const { request, reply, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const path = await file('asked.json', [{ query: 'will it rain', tools: ['get_weather'] }])
    expect(await reply('golden.import', { dir, path })).toMatchObject({
      error: { code: 'conflict' },
    })
    expect(await request('golden.import', { dir, path, replace: true })).toMatchObject({
      goldenSets: [{ name: 'asked', queries: 1, replaces: true }],
    })
    expect(await request('golden.list', { dir })).toMatchObject([{ name: 'asked', queries: 1 }])
  })

  it('imports every split of a golden table', async () => {
    const { request, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const path = await file(
      'q.csv',
      'query,tools,split\nmail it,send_email,dev\nrain?,get_weather,test\n',
    )
    const { goldenSets } = await request('golden.import', { dir, path, name: 'mine' })
    expect(goldenSets.map(({ name, queries }) => [name, queries])).toEqual([
      ['mine-dev', 1],
      ['mine-test', 1],
    ])
  })

  it('lists what it reads and writes', async () => {
    const { request } = await openApp()
    const { imports, exports } = await request('import.formats', {})
    const ids = imports.map(({ id }) => id)
    for (const id of [
      'openai',
      'anthropic',
      'gemini',
      'mcp',
      'csv',
      'toole',
      'seal-tools',
      'beir',
    ]) {
      expect(ids).toContain(id)
    }
    expect(exports.map(({ id }) => id)).toContain('openai')
  })
})
