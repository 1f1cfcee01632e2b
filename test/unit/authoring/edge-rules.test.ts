import { describe, expect, it } from 'vitest'
import { lintSubject } from '../../../src-main/app/lint/lint-subject'
import { EDGE_RULES } from '../../../src-main/authoring/lint/edge-rules'
import { lint } from '../../../src-main/authoring/lint/lint'
import { toolGraph } from '../../../src-main/domain/graph/tool-graph'
import { dependenciesOf } from '../../../src-main/domain/tool/catalog-tool'
import type { CatalogTool, Dependency } from '../../../src-main/domain/tool/tool'
import { catalogTool, id } from '../../fakes/catalog-tool'
import { quarters } from '../../fakes/linted'

const edge = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: id(on),
  kind: 'tool-direct',
  ...more,
})
const tool = (name: string, ...dependencies: Dependency[]) => catalogTool(name, { dependencies })
const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

/** What the edge rules say of these tools: rule, tool and what. */
async function said(...tools: CatalogTool[]) {
  const graph = toolGraph(
    tools.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })),
  )
  const pause = () => Promise.resolve()
  return lint(EDGE_RULES, lintSubject(tools, graph, { tokensOf: quarters }), pause)
}
const short = async (...tools: CatalogTool[]) =>
  (await said(...tools)).map(({ rule, tool: of }) => [rule, of])

describe('lint of edges', () => {
  it('has nothing against a graph in order', async () => {
    const edges = [edge('b'), edge('c', { kind: 'parameter-direct', parameter: 'x' })]
    const a = catalogTool('a', { dependencies: edges, parameters: schema('x') })
    expect(await said(a, tool('b'), tool('c', edge('b')))).toEqual([])
  })

  it('says where, what and how to mend it', async () => {
    expect(await said(tool('a', edge('b'), edge('gone')), tool('b'))).toEqual([
      {
        rule: 'edge-dangling',
        severity: 'error',
        tool: 'a',
        where: 'edge 2, to gone',
        what: 'It needs gone, which is not in the catalog.',
        fix: 'Import that tool, name the one that took its place, or remove the edge.',
        mark: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      },
    ])
  })

  it('finds what an agent would lack: edges to tools that are hidden, unless their own tool is', async () => {
    const secret = catalogTool('secret', { visibility: 'hidden' })
    const alike = catalogTool('alike', { visibility: 'hidden', dependencies: [edge('secret')] })
    expect(await short(tool('a', edge('secret')), alike, secret)).toEqual([['edge-hidden', 'a']])
    const shown = { ...secret, layer: { visibility: 'public' as const } }
    expect(await short(tool('a', edge('secret')), shown)).toEqual([])
  })

  it('finds edges to the tool itself, and edges said twice or of two kinds', async () => {
    const found = await said(
      tool('a', edge('a')),
      tool('b', edge('a'), edge('a'), edge('a', { kind: 'tool-indirect' })),
    )
    expect(found.map(({ rule, what }) => [rule, what])).toEqual([
      ['edge-self', 'It needs itself.'],
      ['edge-duplicate', 'It says the same as edge 1.'],
      ['edge-duplicate', 'It says “tool, indirect” where edge 1 says “tool, direct” of the same.'],
    ])
  })

  it('finds circles, each once, and names no more tools than can be read', async () => {
    const circle = Array.from({ length: 30 }, (_, at) =>
      tool(`t${String(at).padStart(2, '0')}`, edge(`t${String((at + 1) % 30).padStart(2, '0')}`)),
    )
    const found = await said(
      ...circle,
      tool('x', edge('y')),
      tool('y', edge('x'), edge('z')),
      tool('z', edge('y')),
    )
    expect(found.map(({ rule, tool: of, what }) => [rule, of, what])).toEqual([
      ['edge-cycle', 't00', 't00 → t01 → t02 → t03 → t04 → t05 → … 24 more … → t00.'],
      ['edge-cycle', 'x', 'x → y → x; another tool is in circles with these.'],
    ])
  })

  it('finds parameters that the tool does not take, and several written as one', async () => {
    const parameters = {
      type: 'object',
      properties: { x: { type: 'string' }, y: { type: 'object', properties: { z: {} } } },
    }
    const dependencies = ['x', 'y.z', 'w', 'x,y', 'x, w'].map((parameter) =>
      edge('b', { kind: 'parameter-direct', parameter }),
    )
    const found = await said(catalogTool('a', { parameters, dependencies }), tool('b'))
    expect(found.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      'edge 3, to b: The tool takes no parameter “w”.',
      'edge 4, to b: “x,y” are several parameters in one edge.',
      'edge 5, to b: The tool takes no parameter “x, w”.',
    ])
  })

  it('looks at the author’s edges where there are any', async () => {
    const mended = catalogTool('a', { dependencies: [edge('gone')] }, { dependencies: [] })
    expect(await said(mended)).toEqual([])
  })
})
