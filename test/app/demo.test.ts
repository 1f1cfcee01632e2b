import { describe, expect, it } from 'vitest'
import { firstGoal } from '../../src-main/domain/run/operating-point'
import { openApp } from './open-app'

it.each([
  ['notify the team that the build broke', ['chat/send_message', 'chat/send_direct_message']],
  ['let the team know something failed', ['chat/send_message']],
])('the demo answers “%s” without a model, though hardly a word matches', async (text, best) => {
  const { request } = await openApp()
  const { dir } = await request('workspace.createDemo', {})
  const { tools, degraded } = await request('query.run', {
    dir,
    text,
    recipe: 'hybrid',
    embedder: 'builtin',
  })
  expect(tools.slice(0, 4).map(({ tool }) => tool)).toEqual(expect.arrayContaining(best))
  expect(degraded).toEqual([])
})

describe('the evaluation that a demo comes with', () => {
  it('is measured as any is, on the demo as it is', async () => {
    const { request } = await openApp()
    const { dir } = await request('workspace.createDemo', {})
    const measure = () => request('evaluation.measureDemo', { dir })
    const { runs, failed } = await measure()
    expect(failed).toEqual([])
    expect(runs.map(({ recipe, size }) => [recipe, size])).toEqual([
      ['bm25', 'k'],
      ['hybrid', 'k'],
      ['hybrid', 'adaptive'],
    ])
    const ids = runs.map(({ id }) => id)
    expect((await request('evaluation.runs', { dir })).map(({ id }) => id).sort()).toEqual(
      ids.toSorted(),
    )

    const by = await request('evaluation.run', {
      dir,
      goldenSet: 'demo',
      recipes: [{ recipe: 'bm25' }],
      keep: false,
    })
    expect(by.runs[0]?.measures).toEqual(runs[0]?.measures)
    expect((await measure()).reused).toEqual(ids)

    // Were the figures stored, they would stay.
    const query = { text: 'water the plants', tools: ['chat/send_message'] }
    await request('golden.save', { dir, set: 'demo', query })
    const again = await measure()
    expect(again.reused).toEqual([])
    expect(again.runs[0]).toMatchObject({ queries: 121 })
    expect(again.runs[0]?.measures['Recall@10']?.mean).toBeLessThan(
      runs[0]?.measures['Recall@10']?.mean ?? 0,
    )
  })

  it('decides: at the k advised hybrid is clearly better, and at few tools that is not sure', async () => {
    const { request } = await openApp()
    const { dir } = await request('workspace.createDemo', {})
    const { runs } = await request('evaluation.measureDemo', { dir })
    const [bm25 = '', hybrid = ''] = runs.map(({ id }) => id)
    const advice = await request('evaluation.advise', { dir, runs: [bm25, hybrid] })
    expect(advice.target).toEqual({ recall: firstGoal(runs) })
    expect(advice).toMatchObject({ verdict: 'reached', chosen: { run: hybrid } })
    const recallAt = async (k: number) => {
      const at = await request('evaluation.at', { dir, runs: [bm25, hybrid], k })
      expect(at).toHaveLength(2)
      const [compared] = await request('evaluation.compare', {
        dir,
        baseline: bm25,
        runs: [hybrid],
        k,
      })
      return compared?.measures[`Recall@${k}`]?.ci95
    }
    expect((await recallAt(advice.chosen.k ?? 0))?.[0]).toBeGreaterThan(0)
    const [low = 0, high = 0] = (await recallAt(3)) ?? []
    expect([low < 0, high > 0]).toEqual([true, true])
  })

  it('tells by a threshold that was learned when no tool fits', async () => {
    const { request } = await openApp()
    const { dir } = await request('workspace.createDemo', {})
    const { runs } = await request('evaluation.measureDemo', { dir })
    const [words, fixed, own] = runs
    expect(own?.nothingFits).toMatchObject({ isLearned: true, negative: { queries: 30 } })
    expect(own?.nothingFits?.negative.wrong).toBeLessThan((words?.negatives?.given ?? 0) / 2)
    expect(fixed?.negatives?.given).toBe(30)
  })

  it('is for demos', async () => {
    const { reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await reply('evaluation.measureDemo', { dir })).toMatchObject({
      error: { code: 'bad-input', message: 'This workspace is no demo.' },
    })
  })
})
