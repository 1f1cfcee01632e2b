import { describe, expect, it } from 'vitest'
import { graphPicture, PICTURE } from '../graph-picture'
import { toolGraph } from '../../../domain/graph/tool-graph'
import { ToolId, type Dependency } from '../../../domain/tool/tool'
import { openApp } from '../../../../test/app/open-app'

const tool = (name: string) => ToolId.parse(name)
const edge = (on: string): Dependency => ({ on: tool(on), kind: 'tool-indirect' })
const graphOf = (needs: Record<string, string[]>) =>
  toolGraph(
    Object.entries(needs).map(([name, on]) => ({ id: tool(name), dependencies: on.map(edge) })),
  )
const NEEDS = { a: ['hub'], b: ['hub', 'gone'], hub: ['hub'], alone: [], selfish: ['selfish'] }

/** Counts how often others have their turn. */
function turns() {
  let count = 0
  return { pause: async () => void count++, count: () => count }
}

describe('the picture of a graph', () => {
  it('has the tools that edges join, the most needed first, and the edges between them', async () => {
    const picture = await graphPicture(graphOf(NEEDS), turns())
    expect(picture.tools.map(({ id, neededBy }) => [id, neededBy])).toEqual([
      ['hub', 2],
      ['a', 0],
      ['b', 0],
    ])
    expect(picture.edges).toEqual([
      [1, 0, 1],
      [2, 0, 1],
    ])
    expect(picture).toMatchObject({ unconnected: 2, leftOut: { tools: 0, edges: 0 } })
  })

  it('is the same for the same graph, with no two tools in one place', async () => {
    const one = await graphPicture(graphOf(NEEDS), turns())
    expect(await graphPicture(graphOf(NEEDS), turns())).toEqual(one)
    expect(new Set(one.tools.map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
  })

  it('moves little from the picture before', async () => {
    const before = new Map([
      [tool('hub'), [500, 500] as const],
      [tool('a'), [540, 500] as const],
      [tool('b'), [500, 540] as const],
    ])
    const { tools } = await graphPicture(graphOf({ ...NEEDS, c: ['hub'] }), { before, ...turns() })
    for (const { id, x, y } of tools) {
      const [wasX, wasY] = before.get(id) ?? [x, y]
      expect(Math.hypot(x - wasX, y - wasY)).toBeLessThan(120)
    }
  })

  it('takes no more steps the larger the graph, leaves out what is too much, and gives others turns', async () => {
    const size = PICTURE.mostTools + 200
    const needs = Array.from({ length: size }, (_, at): [string, string[]] => [
      `t${at}`,
      [`t${at % 50}`],
    ])
    const { pause, count } = turns()
    const picture = await graphPicture(graphOf(Object.fromEntries(needs)), { pause })
    expect(picture.tools).toHaveLength(PICTURE.mostTools)
    expect(picture.leftOut.tools).toBe(size - PICTURE.mostTools)
    expect(count()).toBeGreaterThan(0)
    expect(count()).toBeLessThanOrEqual(30)
  }, 60_000)
})

describe('the graph of a workspace', () => {
  async function withEdges() {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const needs = (id: string, on: string) =>
      app.request('graph.addEdge', { dir, id, edge: { on: tool(on), kind: 'tool-direct' } })
    await needs('send_email', 'search_email')
    await needs('create_event', 'send_email')
    return { ...app, dir, needs }
  }

  it('is drawn once for a commit, and anew after an edit', async () => {
    const { request, dir, needs, progress } = await withEdges()
    const first = await request('graph.picture', { dir })
    expect(first.edges).toHaveLength(2)
    expect(first.unconnected).toBe(2)
    progress.length = 0
    expect(await request('graph.picture', { dir })).toEqual(first)
    expect(progress).toEqual([])
    await needs('get_weather', 'search_email')
    expect((await request('graph.picture', { dir })).edges).toHaveLength(3)
  })

  it('stops being drawn when it is asked to', async () => {
    const { reply, dir } = await withEdges()
    const stopped = new AbortController()
    stopped.abort()
    expect(await reply('graph.picture', { dir }, stopped.signal)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    })
  })

  it('is told around one tool, also where that tool needs one that is gone', async () => {
    const { request, reply, dir } = await withEdges()
    await request('catalog.remove', { dir, ids: [tool('search_email')] })
    const near = await request('graph.neighbourhood', { dir, id: 'send_email' })
    expect(near.tools).toEqual([
      { id: 'send_email', distance: 0, isInCatalog: true },
      { id: 'search_email', distance: 1, isInCatalog: false },
      { id: 'create_event', distance: -1, isInCatalog: true },
    ])
    expect(await reply('graph.neighbourhood', { dir, id: 'rocket' })).toMatchObject({ ok: false })
  })
})
