import { describe, expect, it } from 'vitest'
import type { GoldenQuery } from '../../../domain/query/golden-set'
import { EQUAL_WEIGHTS } from '../../../pipeline/fields/choose-weights'
import {
  contraryFolds,
  fieldsWorkspace as workspace,
  queriesOf,
} from '../../../../test/app/fields-catalog'
import { openApp } from '../../../../test/app/open-app'

const learning = { goldenSet: 'queries', comparedBy: 'words' } as const

describe('learning weights of fields', () => {
  it('keeps them under a name, with what they are worth on queries held out', async () => {
    const app = await openApp()
    const dir = await workspace(app, 100)
    const learned = await app.request('weights.learn', { dir, ...learning, seed: 7 })
    expect(learned).toMatchObject({
      name: 'learned by words',
      origin: 'learned',
      comparedBy: 'words',
      learning: { goldenSet: 'queries', queries: 100, tools: 24, folds: 'random', seed: 7 },
    })
    expect(learned.folds.map(({ queries }) => queries)).toEqual([20, 20, 20, 20, 20])
    const { heldOut } = learned.learning ?? {}
    const evaluated = await app.request('evaluation.run', {
      dir,
      goldenSet: 'queries',
      k: [10],
      recipes: [
        { recipe: 'mftr', options: { weights: 'learned', comparedBy: 'words' } },
        { recipe: 'mftr', options: { weights: 'equal', comparedBy: 'words' } },
        { recipe: 'hybrid' },
      ],
    })
    // What is told beside the weights is what an evaluation measures, each query by weights of
    // other folds.
    const means = evaluated.runs.map(({ measures }) => measures['nDCG@10']?.mean)
    expect(means[0]).toBeCloseTo(heldOut?.learned ?? NaN, 9)
    expect(means[1]).toBeCloseTo(heldOut?.equal ?? NaN, 9)
    expect(means[2]).toBeCloseTo(heldOut?.other ?? NaN, 9)
    expect(await app.request('weights.list', { dir })).toMatchObject([{ name: 'learned by words' }])
    expect(
      await app.request('weights.delete', { dir, names: ['learned by words', 'x'] }),
    ).toMatchObject({ deleted: 1 })
  })

  it('keeps equal ones where those learned do worse on queries held out, and says so', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60, contraryFolds())
    const learned = await app.request('weights.learn', { dir, ...learning, folds: 'published' })
    const { heldOut, kept, remarks } = learned.learning ?? {}
    expect(heldOut?.learned).toBeLessThan(heldOut?.equal ?? NaN)
    expect(kept).toBe('equal')
    expect(remarks?.[0]).toMatch(
      /^Equal weights are kept: on queries held out those learned are worse, −0\.\d{3} \[.*\]\.$/,
    )
    expect([learned.weights, ...learned.folds.map(({ weights }) => weights)]).toEqual(
      Array(4).fill(EQUAL_WEIGHTS),
    )
    expect(await app.request('weights.list', { dir })).toMatchObject([
      { weights: EQUAL_WEIGHTS, learning: { kept: 'equal' } },
    ])
    const options = { weights: 'learned', comparedBy: 'words' }
    const evaluated = await app.request('evaluation.run', {
      dir,
      goldenSet: 'queries',
      k: [10],
      recipes: [{ recipe: 'mftr', options }],
    })
    expect(evaluated.runs[0]?.measures['nDCG@10']?.mean).toBeCloseTo(heldOut?.equal ?? NaN, 9)
  })

  it('compares them with what the workspace works with', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60)
    await app.request('workspace.workWith', { dir, recipe: 'bm25' })
    const { learning: told } = await app.request('weights.learn', { dir, ...learning })
    expect(told?.other).toEqual({ recipe: 'bm25', title: 'BM25' })
    expect(told?.remarks.join()).not.toContain('the recipe “Hybrid”')
    const { runs } = await app.request('evaluation.run', {
      dir,
      goldenSet: 'queries',
      k: [10],
      recipes: [{ recipe: 'bm25' }],
    })
    expect(runs[0]?.measures['nDCG@10']?.mean).toBeCloseTo(told?.heldOut.other ?? NaN, 9)
  })

  it('compares them with the standard recipe where the workspace works with that of the weights', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60)
    await app.request('workspace.workWith', { dir, recipe: 'mftr' })
    const { learning: told } = await app.request('weights.learn', { dir, ...learning })
    expect(told?.other).toEqual({ recipe: 'hybrid', title: 'Hybrid' })
  })

  it('gives the same bit for bit with the same seed', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60)
    const { weights, folds } = await app.request('weights.learn', { dir, ...learning })
    const again = await app.request('weights.learn', { dir, ...learning })
    expect(again).toMatchObject({ weights, folds })
  })

  it('refuses a golden set of 20 queries, and says why', async () => {
    const app = await openApp()
    const dir = await workspace(app, 20)
    const reply = await app.reply('weights.learn', { dir, ...learning })
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(reply.ok ? '' : reply.error.message).toContain('20 different queries')
    expect(reply.ok ? '' : reply.error.message).toContain('learning takes 50')
    expect(await app.request('weights.list', { dir })).toEqual([])
  })

  it('uses published folds, and refuses them where the queries say none', async () => {
    const app = await openApp()
    const all = queriesOf(60)
    const folds = {
      'fold_0_test_queries.json': all.slice(0, 40),
      'fold_1_test_queries.json': all.slice(40, 50),
      'fold_2_test_queries.json': all.slice(50),
    }
    const dir = await workspace(app, 60, folds)
    const learned = await app.request('weights.learn', { dir, ...learning, folds: 'published' })
    expect(learned.folds.map(({ queries }) => queries)).toEqual([40, 10, 10])
    const bare = await workspace(app, 60)
    const reply = await app.reply('weights.learn', { dir: bare, ...learning, folds: 'published' })
    expect(reply.ok ? '' : reply.error.message).toContain('Of 60 labelled queries 0 say')
  })

  it('says so where no tool has fields that a model wrote, and where folds are too few', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const tools = ['send_email', 'get_weather', 'convert_currency', 'create_event']
    const queries = Array.from({ length: 60 }, (_, at) => ({
      id: `q${at}`,
      query: `email, weather, money or event ${at}`,
      tools: [tools[at % 4]],
      fold: at % 2,
    }))
    const path = await app.file('bare.json', { name: 'queries', queries })
    await app.request('golden.import', { dir, path })
    const learned = await app.request('weights.learn', { dir, ...learning })
    expect(learned.learning?.remarks.join()).toContain('No tool has fields that a language model')
    const two = await app.reply('weights.learn', { dir, ...learning, folds: 'published' })
    expect(two.ok ? '' : two.error.message).toContain('fewer than three folds')
  })

  it('says so where labels contradict each other', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60)
    const { queries } = await app.request('golden.queries', { dir, set: 'queries' })
    const [first, second] = queries as [GoldenQuery, GoldenQuery]
    const path = await app.file('more.json', {
      name: 'contradicting',
      queries: [...queries, { ...first, id: 'other', tools: second.tools }],
    })
    await app.request('golden.import', { dir, path })
    const learned = await app.request('weights.learn', {
      dir,
      ...learning,
      goldenSet: 'contradicting',
    })
    expect(learned.learning?.remarks.join()).toContain('2 queries are asked in the same words')
  })

  it('keeps nothing where it is stopped', async () => {
    const app = await openApp()
    const dir = await workspace(app, 60)
    const stopper = new AbortController()
    const reply = app.reply('weights.learn', { dir, ...learning }, stopper.signal)
    while (!app.progress.some(({ what }) => what === 'Learning weights')) {
      await new Promise(setImmediate)
    }
    stopper.abort()
    expect(await reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await app.request('weights.list', { dir })).toEqual([])
  })
})

describe('published weights', () => {
  const weights = {
    base_weight: [[1, 0, 0, 0]],
    base_bias: [0],
    tau: 0.4,
    w_req: 0,
    w_opt: 0,
    alpha: 15,
  }

  it('come with an import, stay as they are, and score a query by its own fold', async () => {
    const app = await openApp()
    const [first, ...others] = queriesOf(50)
    const dir = await workspace(app, 50, {
      'fold_0_test_queries.json': [first],
      'fold_1_test_queries.json': others,
      'bm25_fold_0_learned_params.json': { ...weights, base_weight: [[-1, 0, 0, 0]] },
      'bm25_fold_1_learned_params.json': weights,
    })
    expect(await app.request('weights.list', { dir })).toMatchObject([
      { name: 'published bm25', folds: [{ queries: 1 }, { queries: 49 }] },
    ])
    const reply = await app.reply('weights.learn', { dir, ...learning, name: 'published bm25' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } })
    const ask = async (text: string) => {
      const options = { weights: 'published' }
      const { tools } = await app.request('query.run', { dir, text, recipe: 'mftr', options, k: 1 })
      return tools[0]?.tool
    }
    // Asked by hand, a golden query is taken for what it is, whatever its case and spaces.
    expect(await ask('please  read my mail, number 8')).toBe('read_mail')
    expect(await ask(first?.query ?? '')).not.toBe('send_mail')
  })
})
