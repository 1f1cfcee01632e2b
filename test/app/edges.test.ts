import { describe, expect, it } from 'vitest'
import { LONGEST_REASON, MOST_EDGES } from '../../src-main/domain/graph/edge'
import { dependenciesOf } from '../../src-main/domain/tool/catalog-tool'
import { ToolId, type Dependency } from '../../src-main/domain/tool/tool'
import { openApp, openAppOn, type AppUnderTest } from './open-app'

const tool = (name: string) => ToolId.parse(name)
const edge = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: tool(on),
  kind: 'tool-direct',
  ...more,
})
const mail = tool('send_email')
const IMPORTED = [
  edge('clock', { reason: 'To know the day.' }),
  edge('login', { kind: 'parameter-direct', parameter: 'token' }),
  edge('clock', { kind: 'parameter-indirect', parameter: 'to' }),
]
const named = (name: string, dependencies: Dependency[] = []) => ({
  name,
  description: `Does ${name}.`,
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' }, token: { type: 'string' } },
  },
  dependencies,
})

/** A workspace whose tools come with edges: `send_email` needs a clock twice and a login once. */
async function withGraph(tools = [named('send_email', IMPORTED), ...OTHERS]) {
  const app = await openApp()
  const { dir } = await app.request('workspace.create', { name: 'Graph' })
  const importTools = async (list: object[]) => {
    const path = await app.file('graph.json', { server: null, tools: list })
    await app.request('import.commit', { dir, path })
  }
  await importTools(tools)
  return { ...app, dir, importTools, ...reads(app, dir) }
}
const OTHERS = ['login', 'clock', 'contacts'].map((name) => named(name))

const reads = ({ request }: AppUnderTest, dir: string) => {
  const entry = async (id = mail) => (await request('catalog.tool', { dir, id })).entry
  return { entry, edges: async (id = mail) => dependenciesOf(await entry(id)) }
}

describe('a tool’s edges', () => {
  it('are added at the end or at a place, and removed, in the author’s layer alone', async () => {
    const { request, dir, entry, edges } = await withGraph()
    expect(await edges()).toEqual(IMPORTED)
    await request('graph.addEdge', { dir, id: mail, edge: edge('contacts') })
    await request('graph.addEdge', { dir, id: mail, edge: edge('login'), at: 1 })
    expect((await edges()).map(({ on }) => on)).toEqual([
      'clock',
      'login',
      'login',
      'clock',
      'contacts',
    ])
    await request('graph.removeEdge', { dir, id: mail, on: tool('contacts') })
    await request('graph.removeEdge', { dir, id: mail, on: tool('login'), parameter: 'token' })
    expect((await edges()).map(({ on }) => on)).toEqual(['clock', 'login', 'clock'])
    expect((await entry()).tool.dependencies).toEqual(IMPORTED)
  })

  it('are the imported ones again after a reset, or when they are changed back', async () => {
    const { request, dir, entry } = await withGraph()
    await request('graph.writeEdges', { dir, id: mail, edges: [], base: IMPORTED })
    expect((await entry()).layer).toEqual({ dependencies: [] })
    await request('graph.resetEdges', { dir, id: mail })
    expect((await entry()).layer).toEqual({})
    await request('graph.addEdge', { dir, id: mail, edge: edge('contacts') })
    await request('graph.removeEdge', { dir, id: mail, on: tool('contacts') })
    expect((await entry()).layer).toEqual({})
  })

  it('keep the order that they are written in, and all else that the author wrote', async () => {
    const { request, dir, entry, edges } = await withGraph()
    await request('catalog.saveLayer', { dir, id: mail, layer: { note: 'Kept.' } })
    const turned = IMPORTED.toReversed()
    await request('graph.writeEdges', { dir, id: mail, edges: turned, base: IMPORTED })
    expect(await edges()).toEqual(turned)
    expect((await entry()).layer.note).toBe('Kept.')
  })

  it('write nothing where nothing changes', async () => {
    const { request, dir } = await withGraph()
    const { commit } = await request('workspace.read', { dir })
    await request('graph.writeEdges', { dir, id: mail, edges: IMPORTED, base: IMPORTED })
    await request('graph.resetEdges', { dir, id: mail })
    expect((await request('workspace.read', { dir })).commit).toBe(commit)
  })

  it('that are new lead to a tool of the catalog, for a parameter there is, and say nothing twice', async () => {
    const { reply, dir } = await withGraph()
    const add = async (wrong: Dependency) =>
      (await reply('graph.addEdge', { dir, id: mail, edge: wrong })) as {
        error?: { code: string; message: string }
      }
    expect((await add(edge('rocket'))).error?.code).toBe('not-found')
    expect((await add(edge('send_email'))).error?.message).toMatch(/cannot need itself/)
    expect((await add(edge('contacts', { parameter: 'colour' }))).error?.message).toMatch(
      /“colour”/,
    )
    expect((await add(edge('clock'))).error?.message).toMatch(/has an edge to clock .* already/)
    const reason = 'x'.repeat(LONGEST_REASON + 1)
    expect((await add(edge('contacts', { reason }))).error?.message).toMatch(/too long/)
  })

  it('that were there before may stay whatever is wrong with them, while others are changed', async () => {
    const { request, dir, edges } = await withGraph()
    await request('catalog.remove', { dir, ids: [tool('login')] })
    await request('graph.addEdge', { dir, id: mail, edge: edge('contacts') })
    expect((await edges()).map(({ on }) => on)).toEqual(['clock', 'login', 'clock', 'contacts'])
    const now = [...(await edges())]
    const reworded = now.map((one) => (one.on === 'login' ? { ...one, reason: 'Why.' } : one))
    await request('graph.writeEdges', { dir, id: mail, edges: reworded, base: now })
    expect((await edges())[1]?.reason).toBe('Why.')
  })

  it('are no more than can be read', async () => {
    const many = Array.from({ length: MOST_EDGES + 1 }, (_, at) => named(`t${at}`))
    const { reply, dir } = await withGraph([named('send_email'), ...many])
    const edges = many.map(({ name }) => edge(name))
    expect(await reply('graph.writeEdges', { dir, id: mail, edges, base: [] })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(/at most 500/) as string },
    })
    const fewer = edges.slice(1)
    expect(
      await reply('graph.writeEdges', { dir, id: mail, edges: fewer, base: [] }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('are removed only where it is plain which one is meant', async () => {
    const { reply, dir } = await withGraph()
    const remove = (more: object) =>
      reply('graph.removeEdge', { dir, id: mail, on: tool('clock'), ...more })
    expect(await remove({})).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(/2 such edges/) as string },
    })
    expect(await remove({ kind: 'tool-indirect' })).toMatchObject({ error: { code: 'not-found' } })
    expect(await remove({ parameter: '' })).toMatchObject({ ok: true })
  })
})

describe('two who change the edges of one tool', () => {
  it('lose nothing: the later one is refused, and adding is done to what is there by then', async () => {
    const { request, reply, dir, folder, edges } = await withGraph()
    const other = await openAppOn(folder)
    await other.request('graph.addEdge', { dir, id: mail, edge: edge('contacts') })
    const stale = { dir, id: mail, edges: IMPORTED.slice(1), base: IMPORTED }
    expect(await reply('graph.writeEdges', stale)).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringMatching(/Nothing was saved/) as string },
    })
    await request('graph.addEdge', { dir, id: mail, edge: edge('login') })
    expect((await edges()).map(({ on }) => on)).toEqual([
      'clock',
      'login',
      'clock',
      'contacts',
      'login',
    ])
  })

  it('keep each their own when they add at the same moment', async () => {
    const { request, dir, folder, edges } = await withGraph([named('send_email'), ...OTHERS])
    const other = await openAppOn(folder)
    await Promise.all([
      request('graph.addEdge', { dir, id: mail, edge: edge('contacts') }),
      other.request('graph.addEdge', { dir, id: mail, edge: edge('clock') }),
      request('graph.addEdge', { dir, id: mail, edge: edge('login') }),
    ])
    expect((await edges()).map(({ on }) => on).sort()).toEqual(['clock', 'contacts', 'login'])
  })

  it('are told when an import changed the edges that an editor began with', async () => {
    const { reply, dir, importTools } = await withGraph()
    await importTools([named('send_email', [edge('contacts')]), ...OTHERS])
    const stale = { dir, id: mail, edges: IMPORTED.slice(1), base: IMPORTED }
    expect(await reply('graph.writeEdges', stale)).toMatchObject({ error: { code: 'conflict' } })
  })
})

describe('undoing an edit of edges', () => {
  it('puts back what was there, field by field, and refuses where another changed the same', async () => {
    const { request, reply, dir, edges, entry } = await withGraph()
    const added = await request('graph.addEdge', { dir, id: mail, edge: edge('contacts') })
    const change = added.change ?? ''
    await request('catalog.saveLayer', {
      dir,
      id: mail,
      base: (await entry()).layer,
      layer: { ...(await entry()).layer, note: 'Written meanwhile.' },
    })
    await request('changes.undo', { dir, change })
    expect(await edges()).toEqual(IMPORTED)
    expect((await entry()).layer).toEqual({ note: 'Written meanwhile.' })
    await request('changes.redo', { dir, change })
    await request('graph.removeEdge', { dir, id: mail, on: tool('login') })
    expect(await reply('changes.undo', { dir, change })).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: expect.stringMatching(/dependencies/) as string },
    })
  })
})

describe('the hubs of a graph', () => {
  it('are the tools that others need, the most needed first, with what the graph adds up to', async () => {
    const { request, dir } = await withGraph()
    await request('graph.addEdge', { dir, id: tool('contacts'), edge: edge('login') })
    expect(await request('graph.hubs', { dir })).toEqual({
      total: 2,
      rows: [
        { id: 'login', needs: 0, neededBy: 2 },
        { id: 'clock', needs: 0, neededBy: 1 },
      ],
      tools: 4,
      edges: 4,
      kinds: {
        'tool-direct': 2,
        'tool-indirect': 0,
        'parameter-direct': 1,
        'parameter-indirect': 1,
      },
    })
  })
})
