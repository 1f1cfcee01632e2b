import { describe, expect, it } from 'vitest'
import { toolId } from '../../src-main/domain/tool/tool'
import { emptyFolder, openAppOn } from './open-app'
import { definition, DELETE, FIND, idOf, withServer, WRITE } from './sources'
import { interruptedLibrary } from './two-programs'

const none = { total: 0, first: [] }
const FIND_ANEW = definition('find', 'Finds notes by words that stand in them.')

describe('a source', () => {
  it('is listed with where it comes from, once it was added', async () => {
    const { add, sources, ids, folder } = await withServer()
    const { change } = await add()
    expect(change).toMatchObject({ added: { total: 2 }, changed: none, removed: none })
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    expect(await sources()).toMatchObject([
      { name: 'notes', kind: 'stdio', server: 'notes', protocol: '2026-07-28', tools: 2 },
    ])
    expect((await sources())[0]?.where).toContain(folder)
  })

  it('keeps tools field by field as the server wrote them', async () => {
    const full = definition('full', 'Has it all.', {
      title: 'All',
      outputSchema: { type: 'object', $defs: { a: {} } },
      execution: { x: 1 },
      annotations: { readOnlyHint: true, title: 'All of it' },
      _meta: { 'a/b': [1, null] },
    })
    const { add, lists, tool } = await withServer()
    await lists(full)
    await add()
    expect((await tool('full')).entry.tool.source.entry).toEqual(full)
  })

  it('writes nothing where reading it again finds nothing new', async () => {
    const { add, refresh, revision } = await withServer()
    await add()
    const before = await revision()
    const { change, undo } = await refresh()
    expect(change).toEqual({ added: none, changed: none, removed: none, unchanged: 2 })
    expect(undo).toBeUndefined()
    expect(await revision()).toBe(before)
  })

  it('tells first what has changed, and takes it over when told to', async () => {
    const { add, lists, preview, refresh, ids, sources } = await withServer()
    await add()
    await lists(FIND_ANEW, DELETE)
    const { change } = await preview()
    expect(change).toMatchObject({
      added: { first: [{ id: 'notes/delete' }] },
      changed: { first: [{ id: 'notes/find', fields: [{ field: 'description' }] }] },
      removed: { first: [{ id: 'notes/write' }] },
    })
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    expect((await sources())[0]?.found).toMatchObject({ added: 1, changed: 1, removed: 1 })
    await refresh()
    expect(await ids()).toEqual(['notes/delete', 'notes/find'])
    expect((await sources())[0]).not.toHaveProperty('found')
  })

  it('keeps tools that it holds no more where that is wanted, and tells of them again', async () => {
    const { add, lists, preview, refresh, ids } = await withServer()
    await add()
    await lists(FIND)
    await refresh('notes', false)
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    expect((await preview()).change.removed.total).toBe(1)
  })

  it('leaves tools their layers, labels, edges and hand edits, also where they go and come back', async () => {
    const { app, add, dir, lists, refresh, tool } = await withServer()
    await add()
    const find = idOf('find')
    const write = idOf('write')
    await app.request('catalog.saveLayer', { dir, id: write, layer: { questions: ['Jot down?'] } })
    await app.request('graph.addEdge', { dir, id: write, edge: { on: find, kind: 'tool-direct' } })
    await app.request('catalog.edit', { dir, id: find, fields: { description: 'Mine.' } })
    const asked = [{ id: 'q', query: 'note it', tools: [write] }]
    await app.request('golden.import', { dir, path: await app.file('asked.json', asked) })

    await lists(FIND_ANEW)
    const { clashes, report } = await refresh()
    expect(clashes.layers.first).toMatchObject([{ id: find }])
    expect(JSON.stringify(report)).toContain('Yours stays')
    expect((await tool('find')).entry.tool.description).toBe('Mine.')

    await lists(FIND_ANEW, WRITE)
    await refresh()
    const { entry, goldenQueries } = await tool('write')
    expect(entry.layer.questions).toEqual(['Jot down?'])
    expect(entry.layer.dependencies).toMatchObject([{ on: find }])
    expect(goldenQueries).toHaveLength(1)
  })

  it('removes nothing where its list may not be whole, and says so', async () => {
    const { add, lists, stdio, app, dir, refresh, ids } = await withServer()
    const loops = stdio({ does: 'cursor-loop' })
    await add('notes', loops)
    await lists(FIND)
    const { report, change } = await refresh()
    expect(change.removed.total).toBe(1)
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    expect(report[0]?.why).toMatch(/its pages go round in circles: nothing is removed/)
    expect(await app.request('sources.list', { dir })).toMatchObject([{ tools: 2 }])
  })

  it('is renamed with its tools’ ids left as they are', async () => {
    const { app, add, dir, ids, refresh, sources } = await withServer()
    await add()
    await app.request('sources.rename', { dir, name: 'notes', to: 'My notes' })
    expect((await refresh('My notes')).change.unchanged).toBe(2)
    expect(await ids()).toEqual(['notes/find', 'notes/write'])
    expect(await sources()).toMatchObject([{ name: 'My notes', server: 'notes', tools: 2 }])
  })

  it('leaves its former name to a new one, whose tools stand beside', async () => {
    const { app, add, dir, ids, stdio } = await withServer()
    await add()
    await app.request('sources.rename', { dir, name: 'notes', to: 'old' })
    const { change } = await add('notes', stdio({ era: 'legacy' }))
    expect(change).toMatchObject({ added: { total: 2 }, changed: none })
    expect(await ids()).toEqual(['notes-2/find', 'notes-2/write', 'notes/find', 'notes/write'])
  })

  it('takes no name that is taken', async () => {
    const { app, add, dir, stdio } = await withServer()
    await add()
    await add('more', stdio({ era: 'legacy' }))
    const renamed = await app.reply('sources.rename', { dir, name: 'more', to: 'notes' })
    expect(renamed).toMatchObject({ error: { code: 'conflict' } })
    const origin = stdio({ era: 'legacy' })
    const added = await app.reply('import.commit', { dir, source: { name: 'notes', origin } })
    expect(added).toMatchObject({
      error: { code: 'conflict', fix: expect.stringMatching(/another name/) as string },
    })
  })

  it('stands beside another whose server has the same tools', async () => {
    const { add, lists, stdio, ids, refresh } = await withServer()
    await add('one')
    await add('two', stdio({ era: 'legacy' }))
    expect(await ids()).toEqual(['one/find', 'one/write', 'two/find', 'two/write'])
    await lists(FIND)
    await refresh('one')
    expect(await ids()).toEqual(['one/find', 'two/find', 'two/write'])
  })

  it.each(['server', 'serverName', 'mcp_server'])(
    'keeps under its own server what claims another (%s)',
    async (key) => {
      const { add, lists, ids } = await withServer()
      await lists({ ...FIND, [key]: 'bank' }, { ...WRITE, serverInfo: { name: 'bank' } })
      await add()
      expect(await ids()).toEqual(['notes/find', 'notes/write'])
    },
  )

  it.each(['__proto__', 'constructor', 'a/b', 'Ünïcode 名前'])('may be called %s', async (name) => {
    const { add, sources, ids } = await withServer()
    await add(name)
    expect(await sources()).toMatchObject([{ name, tools: 2 }])
    expect(await ids()).toEqual([toolId('find', name), toolId('write', name)])
  })

  it('lists tools of one name beside each other', async () => {
    const { add, lists, ids, refresh } = await withServer()
    await lists(FIND, FIND_ANEW)
    await add()
    expect(await ids()).toEqual(['notes/find', 'notes/find#2'])
    expect((await refresh()).change.unchanged).toBe(2)
  })

  it('is forgotten alone, or with its tools', async () => {
    const { app, add, dir, ids, sources } = await withServer()
    await add()
    await app.request('sources.remove', { dir, name: 'notes' })
    expect([await sources(), await ids()]).toEqual([[], ['notes/find', 'notes/write']])
    await add()
    await app.request('sources.remove', { dir, name: 'notes', withTools: true })
    expect([await sources(), await ids()]).toEqual([[], []])
  })

  it('may be one of files: an API document, or a folder', async () => {
    const { app, add, preview, refresh, ids, sources } = await withServer()
    const document = (...paths: string[]) => ({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: Object.fromEntries(
        paths.map((path) => [`/${path}`, { get: { operationId: path, responses: {} } }]),
      ),
    })
    const path = await app.file('shop.json', document('orders', 'goods'))
    await add('shop', { kind: 'files', path })
    const before = await ids()
    expect(before).toHaveLength(2)
    await app.file('shop.json', document('orders', 'prices'))
    expect((await preview('shop')).change).toMatchObject({
      added: { total: 1 },
      removed: { total: 1 },
      unchanged: 1,
    })
    await refresh('shop')
    expect(await ids()).toHaveLength(2)
    expect(await sources()).toMatchObject([{ kind: 'files', where: path, tools: 2 }])
  })
})

describe('what was done with a source', () => {
  it('is undone and redone: adding, reading again, renaming, removing', async () => {
    const { app, add, dir, lists, ids, refresh, sources } = await withServer()
    const now = async () => ({
      ids: await ids(),
      sources: (await sources()).map(({ name, tools }) => [name, tools]),
    })
    const states = [await now()]
    const did = async (work: () => Promise<unknown>) => {
      await work()
      states.push(await now())
    }
    await did(() => add())
    await lists(FIND_ANEW, DELETE)
    await did(() => refresh())
    await did(() => app.request('sources.rename', { dir, name: 'notes', to: 'mine' }))
    await did(() => app.request('sources.remove', { dir, name: 'mine', withTools: true }))
    const undone: string[] = []
    for (const state of states.slice(0, -1).toReversed()) {
      const { rows } = await app.request('changes.list', { dir })
      const last = rows.find(({ isUndone }) => !isUndone)
      undone.unshift(last?.name ?? '')
      await app.request('changes.undo', { dir, change: last?.name })
      expect(await now()).toEqual(state)
    }
    for (const [at, state] of states.slice(1).entries()) {
      await app.request('changes.redo', { dir, change: undone[at] ?? '' })
      expect(await now()).toEqual(state)
    }
  })
})

describe('two programs on one folder', () => {
  it('read a source again at once, and lose nothing', async () => {
    const folder = await emptyFolder()
    const { library, meanwhile } = interruptedLibrary(folder)
    const { add, dir, lists, refresh, ids, sources } = await withServer({ library }, folder)
    await add()
    const other = await openAppOn(folder)
    await lists(FIND_ANEW, DELETE)
    meanwhile(() =>
      other.request('import.commit', { dir, source: { name: 'notes' }, removeMissing: true }),
    )
    await refresh()
    expect(await ids()).toEqual(['notes/delete', 'notes/find'])
    expect(await sources()).toMatchObject([{ name: 'notes', tools: 2 }])
  })

  it.each(['rename', 'remove'] as const)(
    'do not bring back under its former name what the other did away with (%s)',
    async (how) => {
      const folder = await emptyFolder()
      const { library, meanwhile } = interruptedLibrary(folder)
      const { app, add, dir, lists, sources } = await withServer({ library }, folder)
      await add()
      const other = await openAppOn(folder)
      await lists(FIND_ANEW)
      meanwhile(() =>
        how === 'rename'
          ? other.request('sources.rename', { dir, name: 'notes', to: 'mine' })
          : other.request('sources.remove', { dir, name: 'notes' }),
      )
      const reply = await app.reply('import.commit', { dir, source: { name: 'notes' } })
      expect(reply).toMatchObject({ error: { code: 'conflict' } })
      expect((await sources()).map(({ name }) => name)).toEqual(how === 'rename' ? ['mine'] : [])
    },
  )
})
