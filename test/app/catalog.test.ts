import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { openApp } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

const id = (text: string) => ToolId.parse(text)

describe('the catalog', () => {
  it('is searched, sorted and paged', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const found = await request('catalog.list', { dir, filter: { search: 'EMAIL search' } })
    expect(found.rows.map(({ name }) => name)).toEqual(['search_email'])
    const page = await request('catalog.list', {
      dir,
      sort: 'name',
      descending: true,
      offset: 1,
      limit: 2,
    })
    expect(page.total).toBe(5)
    expect(page.rows.map(({ name }) => name)).toEqual(['search_email', 'get_weather'])
  })

  it('is sorted by what is counted of each tool, and by who may be offered it', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const [first, second] = (await request('catalog.list', { dir })).rows.map((row) => row.id)
    if (!first || !second) throw new Error('The catalog is empty.')
    const dependencies = [{ on: first, kind: 'tool-direct' as const }]
    const layer = { questions: ['Who?', 'When?'], visibility: 'hidden' as const, dependencies }
    await request('catalog.saveLayer', { dir, id: second, layer })
    for (const sort of ['questions', 'dependencies'] as const) {
      const { rows } = await request('catalog.list', { dir, sort, descending: true })
      expect(rows[0]).toMatchObject({ id: second, questions: 2, dependencies: 1 })
    }
    const { rows } = await request('catalog.list', { dir, sort: 'visibility' })
    expect(rows[0]).toMatchObject({ id: second, visibility: 'hidden' })
  })

  it('gives what is called as is sought before what begins so, and that before what only says so', async () => {
    const { request, file } = await openApp()
    const { dir } = await request('workspace.create', { name: 'Mail' })
    const inputSchema = { type: 'object', properties: {} }
    const tools = ['about_mail', 'mail', 'mail_merge', 'post', 'send_mail'].map((name) => ({
      name,
      description: 'Has to do with mail.',
      inputSchema,
    }))
    await request('import.commit', { dir, path: await file('tools.json', { tools }) })
    const input = { dir, filter: { search: 'mail' }, sort: 'match' as const }
    const names = async (limit: number) =>
      (await request('catalog.list', { ...input, limit })).rows.map(({ name }) => name)
    expect(await names(200)).toEqual(['mail', 'mail_merge', 'about_mail', 'send_mail', 'post'])
    expect(await names(1)).toEqual(['mail'])
  })

  it('says where a tool stands in the list as it is filtered and sorted, and gives ids alone', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const order = { dir, sort: 'name', descending: true } as const
    const { rows } = await request('catalog.list', order)
    for (const [index, row] of rows.entries()) {
      expect(await request('catalog.place', { ...order, id: row.id })).toEqual({
        index,
        total: 5,
        isThere: true,
      })
    }
    const filter = { search: 'email' }
    const hidden = await request('catalog.place', { ...order, filter, id: id('get_weather') })
    expect(hidden).toEqual({ total: 2, isThere: true })
    const unknown = await request('catalog.place', { ...order, id: id('unknown') })
    expect(unknown).toEqual({ total: 5, isThere: false })
    const { total, ids } = await request('catalog.ids', { ...order, offset: 1, limit: 3 })
    expect([total, ids]).toEqual([5, rows.slice(1, 4).map((row) => row.id)])
  })

  it('exports the tools that are named alone, and refuses one that is not there', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const ids = [id('send_email'), id('get_weather')]
    const { file } = await request('catalog.export', { dir, ids, format: 'openai' })
    const { bytes } = await request('files.read', { file, offset: 0 })
    const names = Buffer.from(bytes, 'base64')
      .toString()
      .match(/"name": "[a-z_]+"/g)
    expect(names).toEqual(['"name": "get_weather"', '"name": "send_email"'])
    const unknown = { dir, ids: [id('unknown')], format: 'openai' }
    expect(await reply('catalog.export', unknown)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('keeps the author’s layer apart from what was imported', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const layer = { description: 'Rain or shine, at any place.', questions: ['Will it rain?'] }
    await request('catalog.saveLayer', { dir, id: id('get_weather'), layer })
    const { entry, definition } = await request('catalog.tool', { dir, id: id('get_weather') })
    expect(entry.layer).toEqual(layer)
    expect(entry.tool.description).toBe('Weather forecast for a place.')
    expect(definition).toContain('Weather forecast for a place.')
    expect(definition).not.toContain('Rain or shine')
    const { text } = await request('catalog.document', { dir, id: id('get_weather') })
    expect(text).toContain('Rain or shine')
    expect(text).toContain('Will it rain?')
    expect(await request('catalog.facets', { dir })).toMatchObject({ tools: 5, edited: 1 })
  })

  it('drops a layer whose fields were all emptied', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const tool = id('get_weather')
    await request('catalog.saveLayer', { dir, id: tool, layer: { note: 'x' } })
    await request('catalog.saveLayer', {
      dir,
      id: tool,
      layer: { note: '', questions: [], parameters: {} },
    })
    expect((await request('catalog.tool', { dir, id: tool })).entry.layer).toEqual({})
    expect(await request('catalog.facets', { dir })).toMatchObject({ edited: 0 })
  })

  it('names the golden queries of a tool and counts its definition’s tokens', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const { goldenQueries, promptTokens } = await request('catalog.tool', {
      dir,
      id: id('send_email'),
    })
    expect(goldenQueries.map((query) => query.id)).toEqual(['q1', 'q3'])
    expect(promptTokens).toBeGreaterThan(20)
  })

  it('loses removed tools and says how many it knew', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const ids = [id('get_weather'), id('never_there')]
    expect(await request('catalog.remove', { dir, ids })).toMatchObject({ removed: 1 })
    expect(await reply('catalog.tool', { dir, id: id('get_weather') })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('is exported as it was imported', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const { file } = await request('catalog.export', { dir, format: 'openai' })
    const { bytes } = await request('files.read', { file, offset: 0 })
    const exported = JSON.parse(Buffer.from(bytes, 'base64').toString()) as unknown[]
    expect(exported).toHaveLength(SMALL_CATALOG.length)
    expect(exported).toEqual(expect.arrayContaining(SMALL_CATALOG))
  })
})
