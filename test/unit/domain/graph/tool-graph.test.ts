import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cyclesOf } from '../../../../src-main/domain/graph/cycles'
import { duplicateEdges } from '../../../../src-main/domain/graph/edge'
import { neighbourhood } from '../../../../src-main/domain/graph/neighbourhood'
import { hubsOf, toolGraph, type ToolGraph } from '../../../../src-main/domain/graph/tool-graph'
import type { Dependency, ToolId } from '../../../../src-main/domain/tool/tool'

const id = (text: string): ToolId => text as ToolId
const edge = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: id(on),
  kind: 'tool-direct',
  ...more,
})

/** A graph written as what each tool needs. */
const graphOf = (needs: Record<string, string[]>): ToolGraph =>
  toolGraph(
    Object.entries(needs).map(([tool, on]) => ({
      id: id(tool),
      dependencies: on.map((other) => edge(other)),
    })),
  )

/** `size` tools, each of which needs the next one. */
const chain = (size: number): ToolGraph =>
  toolGraph(
    Array.from({ length: size }, (_, at) => ({
      id: id(`t${at}`),
      dependencies: at + 1 < size ? [edge(`t${at + 1}`)] : [],
    })),
  )

describe('the graph of a catalog', () => {
  it('has the edges from both ends, in the author’s order', () => {
    const graph = graphOf({ a: ['c', 'b'], b: ['c'], c: [] })
    expect(graph.needs.get(id('a'))?.map(({ on, place }) => [on, place])).toEqual([
      ['c', 0],
      ['b', 1],
    ])
    expect(graph.neededBy.get(id('c'))?.map(({ from }) => from)).toEqual(['a', 'b'])
    expect(graph.needs.get(id('c'))).toEqual([])
  })

  it('counts the tools that need a hub, each once, and not the hub itself', () => {
    const graph = graphOf({ a: ['hub', 'hub'], b: ['hub', 'a'], hub: ['hub', 'gone'] })
    expect(hubsOf(graph)).toEqual([
      { id: 'hub', needs: 1, neededBy: 2 },
      { id: 'a', needs: 1, neededBy: 1 },
    ])
  })
})

describe('cycles', () => {
  it('are the tools that need each other, with a shortest way round', () => {
    const graph = graphOf({ a: ['b'], b: ['c'], c: ['d', 'a'], d: ['a'], e: ['a'], f: [] })
    expect(cyclesOf(graph)).toEqual([{ tools: ['a', 'b', 'c', 'd'], way: ['a', 'b', 'c'] }])
  })

  it('are found each by itself, also behind each other, and leave out a tool that needs itself', () => {
    const graph = graphOf({ a: ['b', 'a'], b: ['a', 'x'], x: ['y'], y: ['x', 'gone'], z: ['z'] })
    expect(cyclesOf(graph).map(({ tools }) => tools)).toEqual([
      ['x', 'y'],
      ['a', 'b'],
    ])
  })

  it('fill no stack in a chain of 100,000 tools, nor in a circle of as many', () => {
    const size = 100_000
    expect(cyclesOf(chain(size))).toEqual([])
    const circle = toolGraph(
      Array.from({ length: size }, (_, at) => ({
        id: id(`t${at}`),
        dependencies: [edge(`t${(at + 1) % size}`)],
      })),
    )
    const [cycle] = cyclesOf(circle)
    expect([cycle?.tools.length, cycle?.way.length]).toEqual([size, size])
  }, 20_000)

  it('hold exactly the tools that can be come back to', () => {
    const graphs = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(graphs, (lists) => {
        const graph = graphOf(
          Object.fromEntries(lists.map((on, at) => [`t${at}`, on.map((to) => `t${to}`)])),
        )
        const others = (tool: ToolId) =>
          new Set(neighbourhood(graph, tool, { depth: 9, most: 99 }).tools.map((near) => near.id))
        const canReach = (from: ToolId, to: ToolId): boolean => {
          const seen = new Set([from])
          for (const at of seen) for (const { on } of graph.needs.get(at) ?? []) seen.add(on)
          return seen.has(to)
        }
        const together = cyclesOf(graph).map(({ tools }) => new Set<ToolId>(tools))
        for (const one of graph.needs.keys()) {
          for (const other of graph.needs.keys()) {
            if (one === other) continue
            const both = canReach(one, other) && canReach(other, one)
            expect(together.some((tools) => tools.has(one) && tools.has(other))).toBe(both)
            if (both) expect(others(one).has(other)).toBe(true)
          }
        }
        for (const { way } of cyclesOf(graph)) {
          way.forEach((tool, at) => {
            const next = way[(at + 1) % way.length]
            expect(graph.needs.get(tool)?.some(({ on }) => on === next)).toBe(true)
          })
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('duplicate edges', () => {
  const edgesOf = (...dependencies: Dependency[]) =>
    toolGraph([{ id: id('a'), dependencies }]).needs.get(id('a')) ?? []

  it('lead to the same tool for the same parameter, of whatever kind', () => {
    const edges = edgesOf(
      edge('b'),
      edge('b', { reason: 'again' }),
      edge('b', { kind: 'tool-indirect', parameter: '' }),
      edge('b', { kind: 'parameter-direct', parameter: 'x' }),
      edge('b', { kind: 'parameter-direct', parameter: 'y' }),
      edge('c'),
    )
    expect(
      duplicateEdges(edges).map(({ edge: later, earlier }) => [later.place, earlier.place]),
    ).toEqual([
      [1, 0],
      [2, 0],
    ])
  })
})

describe('a neighbourhood', () => {
  const graph = graphOf({
    main: ['b', 'c'],
    b: ['d'],
    c: ['b'],
    d: ['main', 'e'],
    e: [],
    user: ['main'],
    far: ['user'],
  })

  it('holds what a tool needs and what needs it, the nearest first, with the edges between', () => {
    const near = neighbourhood(graph, id('main'), { depth: 1, most: 20 })
    expect(near.tools).toEqual([
      { id: 'main', distance: 0 },
      { id: 'b', distance: 1 },
      { id: 'c', distance: 1 },
      { id: 'd', distance: -1 },
      { id: 'user', distance: -1 },
    ])
    expect(near.edges.map(({ from, on }) => `${from} ${on}`).sort()).toEqual([
      'b d',
      'c b',
      'd main',
      'main b',
      'main c',
      'user main',
    ])
    expect(near.leftOut).toBe(0)
  })

  it('ends at its depth, and puts a tool of a cycle on the nearer side', () => {
    const near = neighbourhood(graph, id('main'), { depth: 3, most: 20 })
    const distances = Object.fromEntries(near.tools.map((tool) => [tool.id, tool.distance]))
    expect(distances).toEqual({ main: 0, b: 1, c: 1, d: -1, e: 3, user: -1, far: -2 })
  })

  it('of a hub with 3,000 dependants keeps what it needs, and says how many are left out', () => {
    const needs = Array.from({ length: 3000 }, (_, at) => [`t${at}`, ['hub']] as const)
    const hub = graphOf({ ...Object.fromEntries(needs), hub: ['x', 'y'], x: [], y: [] })
    const near = neighbourhood(hub, id('hub'), { depth: 2, most: 41 })
    expect(near.tools).toHaveLength(41)
    expect(near.tools.filter(({ distance }) => distance > 0)).toHaveLength(2)
    expect(near.leftOut).toBe(3003 - 41)
  })

  it('of a tool that is not in the catalog is that tool and what needs it', () => {
    const near = neighbourhood(graphOf({ a: ['gone'] }), id('gone'), { depth: 2, most: 9 })
    expect(near.tools.map((tool) => tool.id)).toEqual(['gone', 'a'])
  })

  it('passes a chain of 100,000 tools whole', () => {
    const near = neighbourhood(chain(100_000), id('t0'), { depth: Infinity, most: 10 })
    expect([near.tools.length, near.leftOut]).toEqual([10, 99_990])
  }, 20_000)
})
