import { describe, expect, it } from 'vitest'
import type { GoldenPlace } from '../../src-main/contract/evaluation'
import { openApp, type AppUnderTest } from './open-app'
import { evaluateSmall } from './small-evaluation'

/** Where the golden tools of one query of a new run of the small golden set stand. */
async function placesOf(
  app: AppUnderTest,
  dir: string,
  { query, k = 1, recipe = 'bm25', options = {} }: Asked,
): Promise<Partial<GoldenPlace>[]> {
  const recipes = [{ recipe, options }]
  const { runs } = await evaluateSmall(app, { dir, recipes, k: [1, 3] })
  const run = runs[0]?.id ?? ''
  const [places = []] = await app.request('evaluation.locate', { dir, run, queries: [query], k })
  return places.map(({ tool, reason, rank, noSharedWord }) => ({
    tool,
    reason,
    ...(rank && { rank }),
    ...(noSharedWord && { noSharedWord }),
  }))
}

interface Asked {
  query: string
  k?: number
  recipe?: string
  options?: Record<string, string | number | string[]>
}

describe('where a golden tool stands', () => {
  it('is its place where it was given', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    expect(await placesOf(app, dir, { query: 'q1' })).toEqual([
      { tool: 'send_email', reason: 'found', rank: 1 },
    ])
  })

  it('is its place in the whole ranking where k cut it off', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    expect(await placesOf(app, dir, { query: 'q3' })).toEqual([
      { tool: 'create_event', reason: 'found', rank: 1 },
      { tool: 'send_email', reason: 'cut', rank: 2 },
    ])
    expect(await placesOf(app, dir, { query: 'q3', k: 3 })).toMatchObject([
      { reason: 'found' },
      { reason: 'found', rank: 2 },
    ])
  })

  it('is its place in the search that did not look so deep', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const [, sent] = await placesOf(app, dir, { query: 'q3', options: { depth: 1 } })
    expect(sent).toEqual({ tool: 'send_email', reason: 'below-depth', rank: 2 })
    const both = { query: 'q3', recipe: 'hybrid', options: { depth: 1 } }
    const [, fused] = await placesOf(app, dir, both)
    expect(fused).toMatchObject({ tool: 'send_email', reason: 'below-depth', rank: 2 })
  })

  it('is nowhere where no step finds it', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    expect(await placesOf(app, dir, { query: 'q4' })).toEqual([
      { tool: 'convert_currency', reason: 'no-shared-word', noSharedWord: true },
    ])
  })

  it('is its place before a threshold left it out', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const asked = { query: 'q1', options: { threshold: 1000 } }
    expect(await placesOf(app, dir, asked)).toEqual([
      { tool: 'send_email', reason: 'dropped', rank: 1 },
    ])
  })

  it('is outside where the filters keep it out, whatever the words say', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    await app.request('catalog.saveLayer', {
      dir,
      id: 'send_email',
      layer: { visibility: 'hidden' },
    })
    const asked = { query: 'q1', options: { visibilities: ['public'] } }
    expect(await placesOf(app, dir, asked)).toEqual([{ tool: 'send_email', reason: 'filtered' }])
  })
})

describe('of a catalog that has changed since the run', () => {
  it('a tool that is gone is not in it, and one that is found by now is said to be', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const run = runs[0]?.id ?? ''
    await app.request('catalog.remove', { dir, ids: ['create_event'] })
    const layer = { questions: ['How many euros is that?'] }
    await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    const located = await app.request('evaluation.locate', { dir, run, queries: ['q4', 'q3'] })
    expect(located.map((places) => places.map(({ reason }) => reason))).toEqual([
      ['found-today'],
      // Given by the run, when the catalog still held it.
      ['found', 'found-today'],
    ])
  })

  it('a query that the run does not hold is refused', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }], k: [1] })
    const input = { dir, run: runs[0]?.id ?? '', queries: ['q9'] }
    expect(await app.reply('evaluation.locate', input)).toMatchObject({
      error: { code: 'not-found', message: 'The run holds no query “q9”.' },
    })
  })
})
