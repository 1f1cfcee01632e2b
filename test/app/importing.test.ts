import { cp, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { importFormats } from '../../src-main/features/import-formats'
import { ToolId } from '../../src-main/domain/tool/tool'
import { AIRLINE, airlineTool, BOOKING } from './airline'
import { openApp, openAppOn } from './open-app'
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
    const description = {
      field: 'description',
      before: SMALL_CATALOG[0]?.function.description,
      after: 'Send mail.',
    }
    expect(preview.change).toMatchObject({
      added: { total: 0, first: [] },
      changed: { total: 1, first: [{ id: 'send_email', fields: [description] }] },
      removed: { total: 1, first: [{ id: 'get_weather' }] },
      unchanged: 3,
    })
    expect(await request('workspace.open', { dir })).toEqual(before)
  })

  it('makes a workspace in the data folder where one is named, and asks for a place where none is', async () => {
    const { request, reply, file } = await openApp()
    const path = await file('mine.json', SMALL_CATALOG)
    const { workspace } = await request('import.commit', { path, create: 'Mine' })
    expect(workspace).toMatchObject({ name: 'Mine', tools: 5 })
    expect(workspace).not.toHaveProperty('isDemo')
    expect(await request('workspace.createDemo', {})).toMatchObject({ isDemo: true })
    expect(await reply('import.commit', { path })).toMatchObject({
      error: { code: 'bad-input', message: 'No workspace is named to import into.' },
    })
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

  it('refuses a commit when another program has written since its preview', async () => {
    const { request, reply, file, smallWorkspace, folder } = await openApp()
    const other = await openAppOn(folder)
    const dir = await smallWorkspace()
    const path = await file('again.json', changed)
    const { base } = await request('import.preview', { dir, path })
    await other.request('workspace.rename', { dir, name: 'Moved on' })
    expect(await reply('import.commit', { dir, path, base })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    const again = await request('import.preview', { dir, path })
    expect(await reply('import.commit', { dir, path, base: again.base })).toMatchObject({
      ok: true,
    })
  })

  it('refuses a commit into a folder that was replaced by another of the same revision', async () => {
    const { request, reply, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const stranger = await smallWorkspace()
    const path = await file('again.json', changed)
    const golden = await file('more.json', [{ query: 'will it rain', tools: ['get_weather'] }])
    const { base } = await request('import.preview', { dir, path })
    const asked = await request('golden.import', { dir, path: golden, preview: true })
    const revisionOf = async (of: string) => (await request('workspace.read', { dir: of })).revision
    expect(await revisionOf(stranger)).toBe(await revisionOf(dir))
    await rm(dir, { recursive: true })
    await cp(stranger, dir, { recursive: true })
    const refused = { ok: false, error: { code: 'conflict' } }
    expect(await reply('import.commit', { dir, path, base })).toMatchObject(refused)
    const replacing = { dir, path: golden, base: asked.base }
    expect(await reply('golden.import', replacing)).toMatchObject(refused)
  })

  it('tells the first of many tools, and the others page by page', async () => {
    const { request, reply, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Many' })
    const many = (text: string) =>
      Array.from({ length: 250 }, (_, at) => ({
        name: `tool_${String(at).padStart(3, '0')}`,
        description: `${text} ${at}.`,
        inputSchema: { type: 'object' },
      }))
    const path = await file('many.json', { tools: many('Does') })
    const { change, changes } = await request('import.commit', { dir, path })
    expect(change.added.total).toBe(250)
    expect(change.added.first).toHaveLength(20)
    const page = { changes, kind: 'added', offset: 240, limit: 100 } as const
    const { total, rows } = await request('import.changes', page)
    expect([total, rows.length, rows.at(-1)?.id]).toEqual([250, 10, 'many/tool_249'])

    await file('many.json', { tools: many('Makes') })
    const preview = await request('import.preview', { dir, path })
    const changed = { changes: preview.changes, kind: 'changed', offset: 249 } as const
    expect((await request('import.changes', changed)).rows).toMatchObject([
      {
        id: 'many/tool_249',
        fields: [{ field: 'description', before: 'Does 249.', after: 'Makes 249.' }],
      },
    ])
    const other = await file('other.json', { tools: many('Does').slice(0, 1) })
    for (let turn = 0; turn < 100; turn += 1) await request('import.preview', { dir, path: other })
    expect(await reply('import.changes', changed)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('guesses the columns of tables of tools and of golden queries, and takes them as mapped', async () => {
    const { request, file, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const tools = await file(
      'plugins.csv',
      'Function,Plugin,What it does\nopen_door,house,Opens the door of a house.\n',
    )
    expect((await request('import.columns', { path: tools })).mapping).toEqual({
      name: 'Function',
      server: 'Plugin',
      description: 'What it does',
    })
    const asked = await file(
      'users.csv',
      'said,wanted,who\nmail Ann the minutes,send_email,Bo\nwill it rain tomorrow,get_weather,Bo\n',
    )
    const { mapping } = await request('import.columns', { path: asked, kind: 'golden-set' })
    expect(mapping).toEqual({ query: 'said', tools: 'wanted' })
    const mapped = { query: 'said', tools: 'wanted', split: 'who' }
    const { goldenSets } = await request('golden.import', { dir, path: asked, mapping: mapped })
    expect(goldenSets).toMatchObject([{ name: 'Bo', queries: 2 }])
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

  it('imports nothing where most was left out, unless that is said', async () => {
    const { reply, request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    const path = await file('partly.json', [{ name: 'a', inputSchema: {} }, 1, 2, 3])
    expect(await reply('import.commit', { dir, path })).toMatchObject({
      ok: false,
      error: {
        code: 'bad-input',
        message: expect.stringContaining('1 of 1 file · 1 of 4 tools') as string,
        fix: expect.stringContaining('--partly') as string,
      },
    })
    const { account, change } = await request('import.commit', { dir, path, partly: true })
    expect(account.mostLeftOut).toBe(true)
    expect(change.added.total).toBe(1)
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
    expect((await request('import.commit', { dir, path: folder })).change.added.total).toBe(5)
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

  it('offers a look for edges where there are none, until one is there or was decided on', async () => {
    const { request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Airline' })
    const more = Array.from({ length: 7 }, (_, at) =>
      airlineTool(`get_fact_${at}`, 'Tells a fact.', ['day']),
    )
    const catalog = [...AIRLINE, ...more]
    const commit = async (tools: readonly unknown[]) =>
      (await request('import.commit', { dir, path: await file('a.json', tools) })).offersEdges
    expect(await commit(catalog.slice(0, 9))).toBeUndefined()
    expect(await commit(catalog)).toBe(true)
    // Nothing is new: it was offered before.
    expect(await commit(catalog)).toBeUndefined()
    await request('proposals.find', { dir })
    await request('proposals.decide', { dir, chosen: { pairs: [BOOKING] }, verdict: 'rejected' })
    expect(
      await commit([...catalog, airlineTool('get_fact', 'Tells one.', ['day'])]),
    ).toBeUndefined()
  })

  it('lists what it reads and writes', async () => {
    const { request } = await openApp()
    const { imports, exports } = await request('import.formats', {})
    expect(imports).toEqual(importFormats.map(({ id, title }) => ({ id, title })))
    expect(imports.map(({ id }) => id)).toEqual(expect.arrayContaining(['pegboard', 'mcp', 'csv']))
    expect(exports.map(({ id }) => id)).toContain('openai')
  })
})
