import { describe, expect, it } from 'vitest'
import type { SplitBy } from '../../src-main/domain/query/split'
import { openApp } from './open-app'

const WISHES = [
  ['send_email', 'send an email to Dana'],
  ['search_email', 'search the mailbox'],
  ['create_event', 'put a meeting into the calendar'],
  ['get_weather', 'tell the weather of Zurich'],
  ['convert_currency', 'convert money to euros'],
] as const

/** Requests for every two of five things, four ways each. */
const GOLDEN = WISHES.flatMap(([one, oneWish], at) =>
  WISHES.slice(at + 1).flatMap(([other, otherWish]) =>
    ['please', 'now', 'for Ann', 'for Bob'].map((way) => ({
      id: `${one}-${other}-${way}`,
      query: `${oneWish} and ${otherWish} ${way}`,
      tools: [one, other],
    })),
  ),
)

async function withGolden() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const path = await app.file('pairs.json', GOLDEN)
  await app.request('golden.import', { dir, path, name: 'pairs' })
  const measure = async (by?: SplitBy, recipe = 'ptr') => {
    const { runs, failed } = await app.request('evaluation.run', {
      dir,
      goldenSet: 'pairs',
      recipes: [{ recipe }],
      embedder: 'builtin',
      ...(by && { split: { by, seed: 2 } }),
    })
    expect(failed).toEqual([])
    const [run] = runs
    if (!run) throw new Error('Nothing was measured.')
    return run
  }
  return { ...app, dir, measure }
}

describe('measuring what is learned from the other part of a golden set', () => {
  it('names the split in the run, and how many queries have siblings in the history', async () => {
    const { measure } = await withGolden()
    const random = await measure('random')
    expect(random).toMatchObject({
      queries: 8,
      split: { by: 'random', seed: 2, learned: 32 },
      history: { queries: 32, sameTools: 8 },
    })
    const bundle = await measure('bundle')
    expect(bundle).toMatchObject({ queries: 8, history: { queries: 32, sameTools: 0 } })
    expect(bundle.provenance?.cell).not.toBe(random.provenance?.cell)
    expect(bundle.provenance?.history?.hash).not.toBe(random.provenance?.history?.hash)
  })

  it('learns from that part alone, whatever the workspace has logged', async () => {
    const { measure, request, dir, file } = await withGolden()
    const before = await measure('bundle')
    const log = await file('log.json', GOLDEN)
    await request('history.import', { dir, path: log })
    const after = await measure('bundle')
    expect(after.measures).toEqual(before.measures)
    expect(after.history).toEqual(before.history)
  })

  it('flags a history that holds the measured queries, and learns nothing from each', async () => {
    const { measure, request, dir, file } = await withGolden()
    await request('history.import', { dir, path: await file('log.json', GOLDEN) })
    const run = await measure()
    expect(run.split).toBeUndefined()
    expect(run.history).toMatchObject({ queries: 40, heldOut: 40, sameTools: 40 })
  })

  it('measures sets whole, and beside them what a caller would get who knew how many are right', async () => {
    const { measures, k } = await (await withGolden()).measure('random')
    expect(k).toEqual([])
    const names = Object.keys(measures)
    expect(names).toEqual(
      expect.arrayContaining(['TRACC', 'LengthDifference', 'Precision', 'Recall@|A|', 'nDCG@|A|']),
    )
    expect(measures['TRACC']?.mean).toBeGreaterThan(0.8)
  })

  it('runs a query of a run again with the same history', async () => {
    const { measure, request, dir } = await withGolden()
    const run = await measure('bundle')
    const { rows } = await request('evaluation.outcomes', { dir, run: run.id })
    for (const { id } of rows) {
      expect(await request('evaluation.trace', { dir, run: run.id, query: id })).toMatchObject({
        same: true,
      })
    }
  })

  it('refuses a split that leaves nothing to learn from, in words', async () => {
    const { reply, dir } = await withGolden()
    const answer = await reply('evaluation.run', {
      dir,
      goldenSet: 'pairs',
      recipes: [{ recipe: 'ptr' }],
      embedder: 'builtin',
      split: { by: 'first100' },
    })
    expect(answer).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('nothing would be left to learn from') as string },
    })
  })
})
