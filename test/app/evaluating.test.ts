import { describe, expect, it } from 'vitest'
import { libraryIn } from '../fakes/app-on'
import { openApp } from './open-app'

describe('evaluating', () => {
  it('measures several recipes on a golden set and keeps the runs', async () => {
    const { request, progress, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes: [{ recipe: 'bm25' }, { recipe: 'bm25', options: { analyser: [] } }],
      k: [2, 1],
    })
    expect(runs.map(({ queries, k }) => [queries, k])).toEqual([
      [4, [1, 2]],
      [4, [1, 2]],
    ])
    // q1 and q2 have their tool first, q3 one of two, q4 has no word in common with its tool.
    expect(runs[0]?.measures['Recall@1']?.mean).toBeCloseTo((1 + 1 + 0.5 + 0) / 4)
    expect(runs[0]?.measures['All@2']?.mean).toBeCloseTo((1 + 1 + 1 + 0) / 4)
    expect(runs[0]?.curve?.recall).toHaveLength(2)
    expect(progress).toContainEqual({
      what: 'BM25 (2 of 2) on “asked”: asking the queries',
      done: 0,
      total: 4,
      unit: 'queries',
    })
    expect((await request('evaluation.runs', { dir })).map(({ id }) => id).sort()).toEqual(
      runs.map(({ id }) => id).sort(),
    )
  })

  it('says of a run which of its options had no effect', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const recipes = [{ recipe: 'hybrid' }, { recipe: 'hybrid', options: { rankConstant: 10 } }]
    const { runs } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1] })
    expect(runs.map(({ remarks }) => remarks)).toEqual([
      undefined,
      [expect.stringMatching(/^An option that was chosen has no effect.*\(rankConstant\)\.$/)],
    ])
  })

  it('shows failures first and where each missing tool was lost', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const recipes = [{ recipe: 'bm25' }]
    const {
      runs: [run],
    } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1] })
    const outcomes = await request('evaluation.outcomes', { dir, run: run?.id ?? '', k: 1 })
    expect(outcomes).toMatchObject({ total: 4, failed: 2, missed: 1 })
    expect(outcomes.rows.map(({ id, recall }) => [id, recall])).toEqual([
      ['q4', 0],
      ['q3', 0.5],
      ['q1', 1],
      ['q2', 1],
    ])
    const traced = await request('evaluation.trace', { dir, run: run?.id ?? '', query: 'q4' })
    expect(traced.same).toBe(true)
    expect(traced.lost).toEqual([
      {
        tool: 'convert_currency',
        verdict: expect.stringContaining('no word of the query') as string,
      },
    ])
  })

  it('explains a miss at the cut-off looked at, not at the run’s largest', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const recipes = [{ recipe: 'bm25' }]
    const {
      runs: [run],
    } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1, 2] })
    const traced = await request('evaluation.trace', { dir, run: run?.id ?? '', query: 'q3', k: 1 })
    expect(traced).toMatchObject({ same: true, tools: [expect.any(String)] })
    expect(traced.lost).toEqual([
      {
        tool: 'send_email',
        verdict: 'Not picked: place 2, below the cut at k = 1 (Cut at k).',
      },
    ])
    const wider = await request('evaluation.trace', { dir, run: run?.id ?? '', query: 'q3' })
    expect(wider).toMatchObject({ same: true, lost: [] })
  })

  it('draws the same sample for the same seed', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const drawn = async (seed: number) => {
      const {
        runs: [run],
      } = await request('evaluation.run', {
        dir,
        goldenSet: 'asked',
        recipes: [{ recipe: 'bm25' }],
        sample: { size: 2, seed },
      })
      const { rows } = await request('evaluation.outcomes', { dir, run: run?.id ?? '', k: 1 })
      return rows.map(({ id }) => id).sort()
    }
    const samples = await Promise.all([1, 2, 3, 4, 5].map(drawn))
    expect(await drawn(1)).toEqual(samples[0])
    expect(new Set(samples.map(String)).size).toBeGreaterThan(1)
  })

  it('shows a run on a sample drawn as Python does, and refuses to measure it again', async () => {
    const { request, reply, smallWorkspace, folder } = await openApp()
    const dir = await smallWorkspace()
    const sample = { size: 2, seed: 42 }
    const asked = { dir, goldenSet: 'asked', recipes: [{ recipe: 'bm25' }] }
    const { runs } = await request('evaluation.run', { ...asked, sample })
    const store = await libraryIn(`${folder}/data`).open(dir)
    const drawn = { ...sample, drawnBy: 'python' as const }
    const outcomes = await store.members('runs', runs[0]?.id ?? '')
    const [run] = runs
    if (!run?.provenance) throw new Error('There is no run.')
    const provenance = { ...run.provenance, goldenHash: 'of two others' }
    const earlier = { ...run, id: 'earlier', sample: drawn, provenance, outcomes }
    await store.commit({ runs: { put: [earlier] } })
    await store.close()

    const shown = (await request('evaluation.runs', { dir })).find(({ id }) => id === 'earlier')
    expect(shown?.sample).toEqual(drawn)
    // Which queries they were can be told no more, so neither can whether they were edited.
    expect(await request('evaluation.outdated', { dir })).not.toHaveProperty('earlier')
    const refused = {
      error: {
        code: 'bad-input',
        message: expect.stringContaining(
          'drawn as Python does, and Pegboard no longer draws so',
        ) as string,
        fix: expect.stringContaining('--sample 2 --seed 42') as string,
      },
    }
    expect(await reply('evaluation.measureAgain', { dir, runs: ['earlier'] })).toMatchObject(
      refused,
    )
    await request('golden.use', { dir, set: 'asked', purpose: 'test' })
    const why = 'to see'
    expect(await reply('evaluation.run', { ...asked, why, sample: drawn })).toMatchObject(refused)
    expect(await request('golden.looks', { dir, set: 'asked' })).toMatchObject({ looked: 0 })
  })

  it('counts a golden tool that left the catalog as missed', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const before = await request('golden.queries', { dir, set: 'asked' })
    expect(before.unknownTools).toEqual([])
    await request('catalog.remove', { dir, ids: before.queries[1]?.tools ?? [] })
    const { unknownTools } = await request('golden.queries', { dir, set: 'asked' })
    expect(unknownTools).toEqual(['get_weather'])
    const recipes = [{ recipe: 'bm25' }]
    const {
      runs: [run],
    } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1] })
    expect(run?.queries).toBe(4)
    const { missed } = await request('evaluation.outcomes', { dir, run: run?.id ?? '', k: 1 })
    expect(missed).toBe(2)
  })

  it('deletes runs and golden sets', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const recipes = [{ recipe: 'bm25' }]
    const {
      runs: [run],
    } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes })
    expect(
      await request('evaluation.deleteRuns', { dir, runs: [run?.id ?? '', 'x'] }),
    ).toMatchObject({
      deleted: 1,
    })
    await request('golden.delete', { dir, set: 'asked' })
    expect(await reply('evaluation.run', { dir, goldenSet: 'asked', recipes })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})
