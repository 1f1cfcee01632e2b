import { expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '../../../../test/app/open-app'
import { ToolId } from '../../../domain/tool/tool'
import type { ActionInput } from '../../actions'
import { KINDS_SET } from './kinds-set'

async function measured(app: AppUnderTest) {
  const dir = await app.smallWorkspace()
  await app.request('golden.import', { dir, path: await app.file('kinds.json', KINDS_SET) })
  return { dir, runs: await runsOn(app, dir) }
}

async function runsOn(
  app: AppUnderTest,
  dir: string,
  more: Partial<ActionInput<'evaluation.run'>> = {},
): Promise<string[]> {
  const { runs } = await app.request('evaluation.run', {
    dir,
    goldenSet: 'kinds',
    k: [1, 3],
    recipes: [{ recipe: 'bm25' }, { recipe: 'hybrid' }],
    ...more,
  })
  return runs.map(({ id }) => id)
}

test('right answers are counted apart for plain and everyday requests', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  const told = await app.request('evaluation.plainEveryday', { dir, runs, k: 1 })
  expect(told.map(({ run }) => run)).toEqual(runs)
  const [bm25] = told
  expect(bm25).toMatchObject({
    k: 1,
    plain: { queries: 10, byHand: 0, found: 10, recall: { mean: 1 } },
    everyday: { queries: 10, byHand: 0 },
    others: 3,
  })
  // Of these each has one right tool: recall is the share that is found.
  const { found = NaN, recall } = bm25?.everyday ?? {}
  expect(found).toBeLessThan(10)
  expect(recall?.mean).toBeCloseTo(found / 10)
})

test('a request of several tools is found once it has all of them', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  await app.request('golden.tag', { dir, set: 'kinds', ids: ['two'], add: ['Plain'] })
  const at = async (k: number) => {
    const [bm25] = await app.request('evaluation.plainEveryday', { dir, runs, k })
    return bm25?.plain
  }
  expect(await at(1)).toMatchObject({ queries: 11, byHand: 1, found: 10 })
  expect((await at(1))?.recall.mean).toBeCloseTo(10.5 / 11)
  expect(await at(3)).toMatchObject({ queries: 11, found: 11 })
})

test('tags win over tiers, and what is tagged today counts', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  const tag = (ids: string[], add: string[]) =>
    app.request('golden.tag', { dir, set: 'kinds', ids, add })
  await tag(['german', 'both'], ['EVERYDAY'])
  const [told] = await app.request('evaluation.plainEveryday', { dir, runs, k: 1 })
  expect(told).toMatchObject({ everyday: { queries: 12, byHand: 2 }, others: 1 })
  // Now nine are left of one kind, which are too few.
  await tag(['plain 1'], ['everyday'])
  expect(await app.request('evaluation.plainEveryday', { dir, runs, k: 1 })).toEqual([])
})

test('nothing is told of a kind with few queries, as of a sample, a tier or another k', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  const few = await runsOn(app, dir, { sample: { size: 15, seed: 1 } })
  const of = (ids: string[], k?: number) =>
    app.request('evaluation.plainEveryday', { dir, runs: ids, ...(k !== undefined && { k }) })
  expect(await of(few, 1)).toEqual([])
  expect((await of([...few, ...runs], 1)).map(({ run }) => run)).toEqual(runs)
  expect(await of([`${runs[0]}:vague`], 1)).toEqual([])
  expect(await of(runs, 9)).toEqual([])
  const { k } = (await app.request('evaluation.advise', { dir, runs })).chosen
  expect((await of(runs)).map((told) => told.k)).toEqual([k, k])
})

test('words are not held against tools that left the catalog', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  const counts = async () =>
    (await app.request('evaluation.plainEveryday', { dir, runs, k: 1 })).map(({ others }) => others)
  expect(await counts()).toEqual([3, 3])
  await app.request('catalog.remove', { dir, ids: [ToolId.parse('send_email')] })
  // Of these no tier is known, and without them one kind has too few.
  expect(await counts()).toEqual([])
  const ids = KINDS_SET.flatMap(({ id }) => (id.startsWith('plain') ? [id] : []))
  await app.request('golden.tag', { dir, set: 'kinds', ids, add: ['plain'] })
  expect(await counts()).toEqual([3, 3])
})

test('a report tells both kinds below the decision, where they are told', async () => {
  const app = await openApp()
  const { dir, runs } = await measured(app)
  const written = async (of: string[]) => {
    const { file, failed } = await app.request('evaluation.report', {
      dir,
      runs: of,
      labels: of.map((_, at) => `recipe ${at + 1}`),
      k: 1,
    })
    expect(failed).toBeUndefined()
    const { bytes } = await app.request('files.read', { file, offset: 0 })
    return Buffer.from(bytes, 'base64')
      .toString()
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  }
  const text = await written(runs)
  expect(text).toMatch(
    /Run Plain, found Plain, Recall@1 Everyday, found Everyday, Recall@1 recipe 1 10 of 10 1\.000 \d+ of 10 /,
  )
  expect(text).toContain('All were told by rule; 3 queries are neither.')
  expect(text.indexOf('Plain and everyday requests')).toBeLessThan(text.indexOf('Measures at k'))
  expect(text.indexOf('Plain and everyday requests')).toBeGreaterThan(text.indexOf('Goal'))
  expect(await written([`${runs[0]}:vague`])).not.toContain('Plain and everyday')
})
