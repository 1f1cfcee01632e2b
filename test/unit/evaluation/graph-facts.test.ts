import { describe, expect, it } from 'vitest'
import {
  countedErrors,
  dependencyErrorsOf,
  dependencyErrorTools,
} from '../../../src-main/domain/graph/dependency-errors'
import type { GraphFacts } from '../../../src-main/domain/graph/facts'
import type { PlacedTool, Witness } from '../../../src-main/domain/query/query'
import type { ToolId } from '../../../src-main/domain/tool/tool'
import {
  graphFacts,
  nameDependencies,
  bothEnds,
  earnedEdges,
} from '../../../src-main/evaluation/graph-facts'
import { id } from '../../fakes/catalog-tool'
import { edgeTo, type Needs } from '../pipeline/dependencies/graph'

const NEEDS: Needs = {
  mail: ['log_in', 'wifi'],
  log_in: ['vault'],
  call: ['wifi'],
  wifi: [],
  vault: [],
  room: [],
}
const ids = (names: string): ToolId[] => names.split(' ').filter(Boolean).map(id)

async function facts(golden: string, needs: Needs = NEEDS, sets: string[] = []) {
  const queries = [golden, ...sets].map((tools) => ({ tools: ids(tools) }))
  const catalog = {
    has: (tool: ToolId) => tool in needs,
    dependencies: (tool: ToolId) => (needs[tool] ?? []).map((on) => edgeTo(on)),
  }
  const names = await nameDependencies(queries, catalog, () => Promise.resolve())
  const of = graphFacts(catalog, names)
  return of(ids(golden), [])
}

describe('a golden set held against the graph', () => {
  it('has its first tool for the main tool, and nothing to say where the graph agrees', async () => {
    expect(await facts('mail log_in wifi vault')).toEqual({
      mains: ['mail'],
      seeds: [],
      missing: [],
      spurious: [],
      leftOut: [],
    })
  })

  it('has other main tools where they need golden tools and none needs them', async () => {
    expect((await facts('mail log_in vault wifi call'))?.mains).toEqual(['mail', 'call'])
  })

  it('tells golden tools that no edge leads to', async () => {
    const needs = { ...NEEDS, mail: ['wifi'] }
    expect((await facts('mail log_in wifi', needs))?.missing).toEqual(['log_in'])
    expect((await facts('mail wifi gone'))?.missing).toEqual(['gone'])
  })

  it('tells what the main tool itself needs and is not golden', async () => {
    const found = await facts('mail log_in vault')
    expect([found?.spurious, found?.leftOut]).toEqual([['wifi'], []])
  })

  it('tells what is left out of it further on', async () => {
    const found = await facts('mail log_in wifi')
    expect([found?.spurious, found?.leftOut]).toEqual([[], ['vault']])
  })

  it('says nothing of dependencies where golden sets name main tools alone', async () => {
    expect(await facts('mail', NEEDS, ['call', 'room'])).toMatchObject({
      mains: ['mail'],
      missing: [],
      spurious: [],
      leftOut: [],
    })
  })

  it('ends in cycles and at edges to nothing', async () => {
    const needs = { a: ['b', 'a'], b: ['a', 'gone'] }
    expect(await facts('a b', needs)).toMatchObject({ mains: ['a'], missing: [], leftOut: [] })
  })
})

describe('the errors of a query', () => {
  const graph: GraphFacts = {
    mains: ids('mail'),
    seeds: ids('mail call'),
    missing: ids('key'),
    spurious: ids('wifi'),
    leftOut: ids('vault'),
  }
  const golden = ids('mail log_in key')
  const errors = (given: string, over: Partial<GraphFacts> = {}) =>
    dependencyErrorsOf({ golden, graph: { ...graph, ...over }, given: ids(given) })
  const clean = { missing: [], spurious: [], leftOut: [] }

  it.each([
    ['mail log_in key', clean, []],
    ['mail log_in key', { ...clean, seeds: ids('call') }, ['main-not-found']],
    ['log_in key', clean, ['main-cut']],
    ['mail key', clean, ['dependency-cut']],
    ['mail log_in', { ...clean, missing: ids('key') }, ['dependency-missing']],
    ['mail log_in key wifi', { ...clean, spurious: ids('wifi') }, ['dependency-spurious']],
    ['mail log_in key', { ...clean, spurious: ids('wifi') }, []],
    ['mail log_in key', { ...clean, leftOut: ids('vault') }, ['golden-incomplete']],
  ])('with %s given are told: %j', (given, over, expected) => {
    expect(errors(given, over)).toEqual(expected)
  })

  it('name the tools that they concern', () => {
    const of = { golden, graph, given: ids('log_in wifi') }
    expect(dependencyErrorTools('main-cut', of)).toEqual(['mail'])
    expect(dependencyErrorTools('dependency-spurious', of)).toEqual(['wifi'])
  })

  it('are none where the recipe takes nothing along', () => {
    const { seeds: _, ...others } = graph
    expect(dependencyErrorsOf({ golden, graph: others, given: [] })).toEqual([])
    expect(dependencyErrorsOf({ golden, given: [] })).toEqual([])
  })

  it('are counted over queries', () => {
    expect(countedErrors([['main-cut', 'dependency-missing'], ['main-cut'], []])).toEqual({
      'main-cut': 2,
      'dependency-missing': 1,
    })
  })
})

const edge = (from: string): Witness => ({
  kind: 'edge',
  from: id(from),
  edge: 'tool-direct',
  distance: 1,
})
const found: Witness = { kind: 'score', source: 'bm25', score: 1 }
const placed = (tool: string, ...witnesses: Witness[]): PlacedTool => ({
  tool: id(tool),
  witnesses,
})

it('counts a tool for every edge that brought it, the most useful edge first', () => {
  const login = placed('login', edge('book'), edge('pay'), edge('book'))
  const answers = [
    { golden: [id('book'), id('login')], tools: [placed('book', found), login] },
    { golden: [id('book')], tools: [placed('wifi', edge('book')), placed('login', edge('pay'))] },
  ]
  const counts = earnedEdges(answers).map(
    ({ from, on, right, wrong }) => `${from} → ${on}: ${right} right, ${wrong} wrong`,
  )
  expect(counts).toEqual([
    'book → login: 1 right, 0 wrong',
    'pay → login: 1 right, 1 wrong',
    'book → wifi: 0 right, 1 wrong',
  ])
})

it('leaves out what was found as well', () => {
  const tools = [placed('login', found, edge('book'))]
  expect(earnedEdges([{ golden: [id('login')], tools }])).toEqual([])
})

it('lists the best and the worst of many', () => {
  const edges = earnedEdges(
    Array.from({ length: 30 }, (_, at) => ({
      golden: at < 15 ? [id('login')] : [],
      tools: [placed('login', edge(`tool_${at}`))],
    })),
  )
  const listed = bothEnds(edges)
  expect(listed).toHaveLength(20)
  expect(listed.filter(({ right }) => right > 0)).toHaveLength(10)
})
