import { describe, expect, it } from 'vitest'
import { ToolId, type Dependency } from '../../src-main/domain/tool/tool'
import { toolGroups } from '../../src-main/domain/trace/tool-groups'
import { openApp } from './open-app'

const needs = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: ToolId.parse(on),
  kind: 'tool-direct',
  ...more,
})
const RECIPE = 'graph-rag-tool-fusion'

/**
 * The small catalog, in which sending mail needs a search, a hidden forecast, an event and a tool
 * that is gone.
 */
async function graphWorkspace() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const save = (id: string, layer: object) =>
    app.request('catalog.saveLayer', { dir, id: ToolId.parse(id), layer })
  await save('get_weather', { visibility: 'hidden' })
  await save('send_email', {
    dependencies: [
      needs('search_email', { kind: 'parameter-indirect', parameter: 'to', reason: 'to find it' }),
      needs('get_weather'),
      needs('send_email'),
      needs('log_in'),
    ],
  })
  await save('search_email', { dependencies: [needs('create_event'), needs('send_email')] })
  return { ...app, dir }
}

describe('tools that need tools', () => {
  it('are given with what they need, each with the edge that brought it', async () => {
    const { request, dir } = await graphWorkspace()
    const options = { seeds: 1, preset: 'paper' }
    const asked = { dir, text: 'send an email', recipe: RECIPE, options, k: 5, withTrace: true }
    const { tools, seeds = [], trace } = await request('query.run', asked)
    expect(tools.map(({ name }) => name)).toEqual(['send_email', 'search_email', 'create_event'])
    expect(tools[1]?.witnesses).toContainEqual({
      kind: 'edge',
      from: 'send_email',
      edge: 'parameter-indirect',
      parameter: 'to',
      reason: 'to find it',
      distance: 1,
      main: 'send_email',
    })
    const [group] = toolGroups(seeds, tools)
    expect(group?.needs.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'search_email: given',
      'create_event: given',
      'get_weather: kept-back',
      'log_in: gone',
    ])
    const left = trace?.flatMap(({ dropped }) => dropped.map(({ why }) => why))
    expect(left).toContain('needed, but kept back by the filters (send_email → get_weather)')
    expect(left).toContain('needed, but not in the catalog (send_email → log_in)')
  })

  it('are answered as hybrid does where no tool needs another, and that is said', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const asked = { dir, text: 'send an email and put an event into the calendar', k: 3 }
    const answer = await request('query.run', { ...asked, recipe: RECIPE })
    const hybrid = await request('query.run', { ...asked, recipe: 'hybrid' })
    expect(answer.tools).toEqual(hybrid.tools)
    expect(answer.seeds).toBeUndefined()
    expect(answer.degraded).toEqual([
      'No tool of this catalog depends on another: searched tools only (Add dependencies, the likelier first).',
    ])
  })

  it('may cost only so many tokens', async () => {
    const { request, dir } = await graphWorkspace()
    const asked = { dir, text: 'send an email', recipe: RECIPE, k: 5 }
    const options = { preset: 'paper', seeds: 1 }
    const all = await request('query.run', { ...asked, options })
    const cost = all.tools[1]?.promptTokens ?? 0
    const some = await request('query.run', {
      ...asked,
      options: { ...options, dependencyTokens: cost },
    })
    expect(some.tools.map(({ name }) => name)).toEqual(['send_email', 'search_email'])
  })
})

describe('evaluating tools that need tools', () => {
  const SET = [
    {
      id: 'g1',
      query: 'send an email to Dana',
      tools: ['send_email', 'search_email', 'create_event'],
    },
    { id: 'g2', query: 'search the mailbox', tools: ['search_email', 'create_event'] },
    { id: 'g3', query: 'convert an amount of money', tools: ['convert_currency', 'search_email'] },
  ]

  /** The graph with that golden set. */
  async function measured(recipes: { recipe: string; options?: object }[], k: number[]) {
    const app = await graphWorkspace()
    const path = await app.file('needs.json', SET)
    await app.request('golden.import', { dir: app.dir, path })
    const { runs } = await app.request('evaluation.run', {
      dir: app.dir,
      goldenSet: 'needs',
      recipes: recipes as never,
      k,
    })
    return { ...app, runs }
  }

  it('counts what went wrong, at every k, and finds the queries of each error', async () => {
    const options = { preset: 'paper', seeds: 1 }
    const { runs, request, dir } = await measured([{ recipe: RECIPE, options }], [2, 5])
    const [run] = runs
    // g1 lacks create_event at 2; g2 brings send_email along, which it does not name; g3's second
    // tool is needed by nobody.
    expect(run?.dependencyErrors).toEqual([
      { 'dependency-cut': 1, 'dependency-missing': 1 },
      { 'dependency-missing': 1, 'dependency-spurious': 1 },
    ])
    const of = { dir, run: run?.id ?? '', k: 5 }
    const page = await request('evaluation.outcomes', { ...of, error: 'dependency-missing' })
    expect(page).toMatchObject({
      total: 1,
      errors: { 'dependency-missing': 1, 'dependency-spurious': 1 },
      rows: [{ id: 'g3', errors: ['dependency-missing'] }],
    })
    expect((await request('evaluation.outcomes', { ...of, error: 'main-cut' })).total).toBe(0)
  })

  it('tells which edges brought right tools and which wrong ones, by asking again', async () => {
    const options = { preset: 'paper', seeds: 1 }
    const recipes = [{ recipe: RECIPE, options }, { recipe: 'bm25' }]
    const { runs, request, dir } = await measured(recipes, [2, 5])
    const earned = (run = '', k = 5) => request('evaluation.earnedEdges', { dir, run, k })
    const { edges, ...told } = await earned(runs[0]?.id)
    expect(told).toEqual({ queries: 3, asked: 3, total: edges.length })
    expect(edges[0]).toMatchObject({ from: 'search_email', on: 'create_event', right: 2 })
    expect(edges.at(-1)).toMatchObject({ from: 'search_email', on: 'send_email', wrong: 1 })
    expect(await earned(runs[1]?.id)).toEqual({ queries: 0, asked: 0, total: 0, edges: [] })
  })

  it('measures whether the main tool is given, for recipes that take nothing along as well', async () => {
    const { runs } = await measured([{ recipe: RECIPE }, { recipe: 'bm25' }], [1, 5])
    for (const { measures } of runs) expect(measures['MainHit@5']?.mean).toBe(1)
    expect(runs[1]?.dependencyErrors).toBeUndefined()
  })

  it('says nothing of main tools on golden sets without dependencies', async () => {
    const { request, dir } = await graphWorkspace()
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes: [{ recipe: RECIPE }],
      k: [5],
    })
    expect(runs[0]?.measures).not.toHaveProperty('MainHit@5')
    expect(runs[0]?.dependencyErrors).toHaveLength(1)
  })
})
