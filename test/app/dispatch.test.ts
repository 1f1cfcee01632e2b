import { describe, expect, it } from 'vitest'
import { routes, type RouteName } from '../../src-main/contract/routes'
import { savedTrace } from '../fixtures/workspace/content'
import { openApp } from './open-app'

const call = () => ({ signal: new AbortController().signal, emit: () => undefined })

describe('dispatch', () => {
  it('answers an unknown route with an error instead of throwing', async () => {
    const { app } = await openApp()
    expect(await app.dispatch('no.such', {}, call())).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  it('does not take names of inherited properties for routes', async () => {
    const { app } = await openApp()
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(await app.dispatch(name, {}, call())).toMatchObject({ error: { code: 'not-found' } })
    }
  })

  it.each(Object.keys(routes) as RouteName[])(
    'refuses input of the wrong shape for %s',
    async (name) => {
      const { app } = await openApp()
      expect(await app.dispatch(name, 'not an object', call())).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      })
    },
  )

  it('refuses a request that is nested too deep to be read, in plain words', async () => {
    const { app, folder } = await openApp()
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
    const input = { dir: folder, text: 'x', recipe: 'bm25', options: { deep } }
    for (const request of [input, deep]) {
      expect(await app.dispatch('query.run', request, call())).toEqual({
        ok: false,
        error: {
          code: 'bad-input',
          message: 'The request is nested deeper than 200 levels.',
          fix: 'Leave out the inner levels.',
        },
      })
    }
  })

  it('tells of a name that is longer than anyone reads by its beginning', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const id = (await request('catalog.list', { dir })).rows[0]?.id ?? ('' as never)
    const answer = await reply('catalog.tool', {
      dir,
      id: `${id}${'x'.repeat(1_000_000)}` as typeof id,
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(JSON.stringify(answer).length).toBeLessThan(3_000)
  })

  it.each([
    ['catalog.list', { filter: { search: 'a '.repeat(500_000) } }],
    ['golden.queries', { set: 'golden', search: 'a'.repeat(1_000_000) }],
  ])('refuses %s to look for a megabyte of words', async (route, input) => {
    const { app, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await app.dispatch(route, { dir, ...input }, call())).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(/at most 1000 characters/) },
    })
  })

  const dirRoutes = (Object.keys(routes) as RouteName[]).filter(
    (name) => 'dir' in routes[name].input.shape && name !== 'workspace.create',
  )

  it.each(dirRoutes)(
    'answers %s on a folder that is no workspace with a clear error',
    async (name) => {
      const { app, folder } = await openApp()
      const reply = await app.dispatch(name, inputOf(name, folder), call())
      expect(reply).toMatchObject({ ok: false, error: { code: 'not-found' } })
    },
  )

  it.each(dirRoutes)(
    'answers %s as cancelled when its signal is aborted beforehand',
    async (name) => {
      const { app, folder } = await openApp()
      const reply = await app.dispatch(name, inputOf(name, folder), {
        signal: AbortSignal.abort(),
        emit: () => undefined,
      })
      expect(reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    },
  )
})

const inputOf = (name: RouteName, dir: string) => ({
  ...SAMPLE_INPUT,
  ...(name === 'evaluation.run' && { k: [5] }),
  ...(name === 'evaluation.ask' && ASKED),
  ...(name === 'evaluation.bands' && { measure: 'Recall' }),
  ...(name === 'evaluation.export' && { format: 'csv' }),
  ...(name === 'experiments.save' && { plan: { goldenSet: 'set', recipes: [{ recipe: 'bm25' }] } }),
  ...(name === 'graph.writeEdges' && { base: [] }),
  ...(name.startsWith('catalog.') && { fields: { name: 'tool' }, change: {}, edit: 'edit' }),
  ...(name.startsWith('confusable.') && { by: 'auto', show: 'hubs' }),
  ...(name === 'lint.mend' && { tool: 'tool', rule: 'purpose-buried' }),
  ...(name.endsWith('.delete') && { names: ['Name'] }),
  ...(name.startsWith('review.') && { chosen: { ids: ['proposal'] }, rule: {}, tool: 'tool' }),
  ...(name.startsWith('writing.') && { chosen: { passed: true }, states: ['drawn'] }),
  ...(name.startsWith('proposals.') && { chosen: { pairs: [{ from: 'tool', on: 'other' }] } }),
  ...(name.startsWith('golden.') && GOLDEN),
  dir,
})

const GOLDEN = {
  queries: [{ id: 'q', text: 'a query', tools: ['tool'], origin: 'human' }],
  query: { text: 'a query', tools: ['tool'] },
  ...{ to: 'other', way: { by: 'seed', share: 0.5 }, names: { part: 'part', rest: 'rest' } },
}

const ASKED = {
  ...{ catalog: 'state', options: {}, embedder: 'builtin', k: [5], queries: [] },
  namesDependencies: false,
}

/** Fits every route that names a workspace; keys that a route does not know are left aside. */
const SAMPLE_INPUT = {
  id: 'tool',
  wanted: true,
  ids: ['tool'],
  bundle: ['tool'],
  change: 'change',
  queries: ['query'],
  layer: {},
  on: 'tool',
  edge: { on: 'tool', kind: 'tool-direct' },
  edges: [],
  format: 'json',
  name: 'Name',
  confirm: 'Name',
  verdict: 'accepted',
  path: 'nowhere.json',
  text: 'a query',
  recipe: 'bm25',
  recipes: [{ recipe: 'bm25' }],
  tools: ['tool'],
  baseline: 'run',
  set: 'set',
  goldenSet: 'set',
  answer: savedTrace('answer'),
  run: 'run',
  runs: ['run'],
  query: 'query',
  by: 'clauses',
  wording: 'Do it.',
  role: 'chat',
  rules: ['edge-self'],
  isOn: true,
  offers: [{ by: 'catalog', tools: 5 }],
  findings: [{ rule: 'edge-self', tool: 'tool', where: 'edge 1', mark: 'mark' }],
  reason: 'It is meant so.',
  model: null,
  parts: ['questions'],
  k: 5,
}
