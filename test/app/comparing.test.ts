import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import type { Run } from '../../src-main/domain/run/run'
import { emptyFolder, openApp, openAppWith } from './open-app'
import { runOfSmall, watchedEmbedder } from './small-evaluation'

describe('comparing runs', () => {
  it('shows how each differs from the baseline, query by query', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = await runOfSmall(app, dir, { recipes: [plain] })
    const one = await runOfSmall(app, dir)
    const other = await runOfSmall(app, dir)
    const compared = await app.request('evaluation.compare', {
      dir,
      baseline: baseline.id,
      runs: [one.id, other.id],
    })
    expect(compared.map(({ run }) => run)).toEqual([one.id, other.id])
    const [first] = compared
    const means = [one, baseline].map(({ measures }) => measures['Recall@1']?.mean ?? 0) as [
      number,
      number,
    ]
    expect(first?.measures['Recall@1']?.mean).toBeCloseTo(means[0] - means[1], 12)
    expect(first).toMatchObject({ queries: 4, few: true, onlyBaseline: [], onlyRun: [] })
    expect(Object.keys(first?.measures ?? {})).toEqual(Object.keys(one.measures))
    expect(compared[1]?.measures).toEqual(first?.measures)
  })

  it('says at a k between those measured what a run says that was measured at it', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const plainly = await runOfSmall(app, dir, { recipes: [plain], k: [1, 3] })
    const between = await runOfSmall(app, dir, { k: [1, 3] })
    const measured = await runOfSmall(app, dir, { k: [2, 3] })
    const runs = [plainly.id, between.id]
    const [, at] = await app.request('evaluation.at', { dir, runs, k: 2 })
    expect(at?.k).toEqual([1, 2, 3])
    for (const name of ['Recall@2', 'All@2', 'MRR@2', 'Recall@3', 'PromptTokens@3'])
      expect(at?.measures[name]).toEqual(measured.measures[name])
    const input = { dir, baseline: plainly.id, runs: [between.id] }
    const [compared] = await app.request('evaluation.compare', { ...input, k: 2 })
    const [whole] = await app.request('evaluation.compare', { ...input, runs: [measured.id], k: 2 })
    expect(compared?.measures['Recall@2']).toEqual(whole?.measures['Recall@2'])
    // Of no query is it known how many tokens it took there.
    expect(compared?.measures).not.toHaveProperty('PromptTokens@2')
    expect(compared?.measures).toHaveProperty('PromptTokens@3')
    const [beyond] = await app.request('evaluation.at', { dir, runs, k: 9 })
    expect(beyond).toEqual(plainly)
  })

  it.each([
    ['the run', false],
    ['the baseline', true],
  ])('compares as many tools of each, where one search of %s gives no more', async (_, isBase) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const limited = { recipe: 'anthropic-bm25', options: { limit: 1 } }
    const few = await runOfSmall(app, dir, { recipes: [limited], k: [1, 3] })
    const whole = await runOfSmall(app, dir, { recipes: [plain], k: [1, 3] })
    const [baseline, run] = isBase ? [few, whole] : [whole, few]
    const at = { dir, baseline: baseline.id, runs: [run.id] }
    const [compared] = await app.request('evaluation.compare', at)
    // At k = 3 the one gives one tool, so one of the other counts.
    const recallOf = ({ measures }: Run, k: number) => measures[`Recall@${k}`]?.mean ?? NaN
    expect(recallOf(whole, 3)).toBeGreaterThan(recallOf(whole, 1))
    expect(compared?.most).toBe(1)
    expect(compared?.measures['Recall@3']).toEqual(compared?.measures['Recall@1'])
    const { from = NaN, mean = NaN } = compared?.measures['Recall@3'] ?? {}
    expect(from).toBeCloseTo(recallOf(baseline, 1), 12)
    expect(from + mean).toBeCloseTo(recallOf(run, 1), 12)
    for (const show of ['fixed', 'broken'] as const) {
      const input = { dir, run: run.id, baseline: baseline.id, show, k: 3 }
      const { total } = await app.request('evaluation.outcomes', input)
      expect(total).toBe(compared?.measures['Recall@3']?.[show])
    }
  })

  it('is not bounded where no more are asked for than one search gives', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const few = await runOfSmall(app, dir, { recipes: [{ recipe: 'anthropic-bm25' }] })
    const [compared] = await app.request('evaluation.compare', {
      dir,
      baseline: (await runOfSmall(app, dir)).id,
      runs: [few.id],
    })
    expect(compared).not.toHaveProperty('most')
  })

  it('finds the queries that one of them fixed or broke', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = await runOfSmall(app, dir, { recipes: [plain] })
    const run = await runOfSmall(app, dir)
    const [compared] = await app.request('evaluation.compare', {
      dir,
      baseline: baseline.id,
      runs: [run.id],
    })
    for (const show of ['fixed', 'broken'] as const) {
      const input = { dir, run: run.id, baseline: baseline.id, show, k: 2 }
      const there = await app.request('evaluation.outcomes', input)
      expect(there.total).toBe(compared?.measures['Recall@2']?.[show])
      const back = { ...input, run: baseline.id, baseline: run.id }
      const opposite = show === 'fixed' ? 'broken' : 'fixed'
      const same = await app.request('evaluation.outcomes', { ...back, show: opposite })
      expect(same.rows.map(({ id }) => id)).toEqual(there.rows.map(({ id }) => id))
    }
  })

  it('shows the queries of every kind that it counts', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = await runOfSmall(app, dir, { recipes: [plain] })
    const run = await runOfSmall(app, dir, { recipes: [{ recipe: 'dense' }] })
    const [compared] = await app.request('evaluation.compare', {
      dir,
      baseline: baseline.id,
      runs: [run.id],
    })
    const {
      wins = 0,
      ties,
      losses = 0,
      fixed = 0,
      broken = 0,
    } = compared?.measures['Recall@1'] ?? {}
    const counts = {
      equal: ties,
      differing: wins + losses,
      'partly-better': wins - fixed,
      'partly-worse': losses - broken,
    }
    expect(wins + losses).toBeGreaterThan(0)
    for (const show of ['equal', 'differing', 'partly-better', 'partly-worse'] as const) {
      const input = { dir, run: run.id, baseline: baseline.id, show, k: 1 }
      expect((await app.request('evaluation.outcomes', input)).total).toBe(counts[show])
    }
  })

  it('tests several together, and each is corrected for all of them', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = await runOfSmall(app, dir, { recipes: [plain] })
    const runs = [(await runOfSmall(app, dir)).id, (await runOfSmall(app, dir)).id]
    const of = async (some: string[]) =>
      (await app.request('evaluation.compare', { dir, baseline: baseline.id, runs: some }))[0]
        ?.measures['PromptTokens@2']
    const alone = await of(runs.slice(0, 1))
    const together = await of(runs)
    expect(alone).toMatchObject({ tested: 1, corrected: alone?.p })
    expect(together).toMatchObject({ tested: 2, p: alone?.p })
    expect(together?.corrected).toBeCloseTo(Math.min(1, 2 * (alone?.p ?? 0)), 12)
  })

  it('tells which run cannot be compared and compares the others, where that is wanted', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = (await runOfSmall(app, dir)).id
    const sample = (await runOfSmall(app, dir, { sample: { size: 2, seed: 1 } })).id
    const runs = [sample, (await runOfSmall(app, dir, { recipes: [plain] })).id]
    const compared = await app.request('evaluation.compare', {
      dir,
      baseline,
      runs,
      tellRefusals: true,
    })
    expect(compared).toMatchObject([
      {
        run: sample,
        measures: {},
        refused: {
          message: expect.stringContaining(
            'all 4 queries of “asked”, and a sample of 2 queries, seed 1 of “asked”',
          ) as string,
        },
      },
      { run: runs[1], measures: { 'Recall@1': { tested: 1 } } },
    ])
  })

  it('refuses runs of other queries, and says what to do', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = (await runOfSmall(app, dir)).id
    const { id } = await runOfSmall(app, dir, { sample: { size: 2, seed: 1 } })
    expect(await app.reply('evaluation.compare', { dir, baseline, runs: [id] })).toMatchObject({
      error: {
        code: 'bad-input',
        message: expect.stringContaining('measured on other queries') as string,
        fix: expect.stringContaining('the same sample') as string,
      },
    })
  })

  it('refuses runs of other labels', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const baseline = (await runOfSmall(app, dir)).id
    const path = await app.file(
      'asked.json',
      (await app.request('golden.queries', { dir, set: 'asked' })).queries.map((query) => ({
        ...query,
        query: query.text,
        tools: query.id === 'q2' ? ['send_email'] : query.tools,
      })),
    )
    await app.request('golden.import', { dir, path, replace: true })
    const { id } = await runOfSmall(app, dir)
    expect(await app.reply('evaluation.compare', { dir, baseline, runs: [id] })).toMatchObject({
      error: {
        message: expect.stringMatching(
          /judged by other labels in 1 of 4 queries\..*“q2”/,
        ) as string,
      },
    })
  })

  it('says which run is not there', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { id } = await runOfSmall(app, dir)
    for (const input of [
      { dir, baseline: 'none', runs: [id] },
      { dir, baseline: id, runs: ['none'] },
    ]) {
      expect(await app.reply('evaluation.compare', input)).toMatchObject({
        error: { code: 'not-found', fix: expect.stringContaining('another run') as string },
      })
    }
  })
})

/** Worse than the defaults: words are matched as they are written. */
const plain = { recipe: 'bm25', options: { analyser: [], components: ['description'] } }

describe('the queries of a run', () => {
  it('are shown page by page in one order', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    const all = await app.request('evaluation.outcomes', { dir, run, k: 1 })
    const pages = []
    for (const offset of [0, 1, 2, 3]) {
      const page = await app.request('evaluation.outcomes', { dir, run, k: 1, offset, limit: 1 })
      expect(page.total).toBe(4)
      pages.push(...page.rows)
    }
    expect(pages).toEqual(all.rows)
    expect(pages.map(({ recall }) => recall)).toEqual([0, 0.5, 1, 1])
  })

  it('are found by their words or their id, failures counted among those found', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    const found = async (search: string) => {
      const { rows, ...counts } = await app.request('evaluation.outcomes', {
        dir,
        run,
        k: 1,
        search,
      })
      return { ids: rows.map(({ id }) => id), ...counts }
    }
    expect(await found('EMAIL')).toEqual({ ids: ['q3', 'q1'], total: 2, failed: 1, missed: 0 })
    expect(await found('q4')).toEqual({ ids: ['q4'], total: 1, failed: 1, missed: 1 })
  })

  it('say what was given at the k looked at, and at the largest where none is named', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    const rowOf = async (k?: number) =>
      (await app.request('evaluation.outcomes', { dir, run, k, search: 'q3' })).rows[0]
    expect(await rowOf(1)).toMatchObject({ given: ['create_event'], goldenRanks: [1, null] })
    expect(await rowOf()).toMatchObject({
      given: ['create_event', 'send_email'],
      goldenRanks: [1, 2],
      recall: 1,
    })
  })

  it.each([
    ['a k that the run was not measured at', { k: 3 }, 'bad-input', 'k = 3'],
    ['a run that is not there', { run: 'none' }, 'not-found', 'not in the workspace'],
    ['no baseline to compare with', { show: 'fixed' as const }, 'bad-input', 'baseline'],
    [
      'a baseline that is not there',
      { show: 'broken' as const, baseline: 'none' },
      'not-found',
      'not in the workspace',
    ],
  ])('are not shown for %s', async (...[, wrong, code, text]) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    const reply = await app.reply('evaluation.outcomes', { dir, run, ...wrong })
    expect(reply).toMatchObject({ error: { code } })
    expect(JSON.stringify(reply)).toContain(text)
  })

  it('are gone with their run', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    expect((await app.request('evaluation.outcomes', { dir, run })).total).toBe(4)
    await app.request('evaluation.deleteRuns', { dir, runs: [run] })
    expect(await app.reply('evaluation.outcomes', { dir, run })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('running a query of a run again', () => {
  it('tells where every missing tool was lost from one run', async () => {
    const texts: string[] = []
    const app = await openAppWith(
      watchedEmbedder((text) => texts.push(text)),
      await emptyFolder(),
    )
    const dir = await app.smallWorkspace()
    const golden = ['get_weather', 'convert_currency', 'search_email']
    const path = await app.file('many.json', [{ id: 'q1', query: 'send it', tools: golden }])
    await app.request('golden.import', { dir, path })
    const { runs } = await app.request('evaluation.run', {
      dir,
      goldenSet: 'many',
      recipes: [{ recipe: 'dense' }],
      k: [1],
    })
    const run = runs[0]?.id ?? ''
    const traced = await app.request('evaluation.trace', { dir, run, query: 'q1' })
    expect(texts.filter((text) => text === 'send it')).toHaveLength(1)
    expect(traced.lost.map(({ tool }) => tool)).toEqual(golden)
    for (const { verdict } of traced.lost) expect(verdict).toMatch(/^Not picked: /)
    expect(traced.trace.map(({ stage }) => stage)).toEqual([
      'plan',
      'dense',
      'named first',
      'select',
    ])
  })

  it('says of a golden tool that left the catalog just that, and that the sets differ', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    const before = await app.request('evaluation.trace', { dir, run, query: 'q1' })
    expect(before).toMatchObject({ same: true, lost: [] })
    await app.request('catalog.remove', { dir, ids: before.golden })
    expect(await app.request('evaluation.trace', { dir, run, query: 'q1' })).toMatchObject({
      same: false,
      lost: [{ tool: 'send_email', verdict: 'Not picked: the catalog does not hold it.' }],
    })
  })

  it('works for runs of Pegboard 0.1, in which k was an option', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { provenance, size, ...now } = await runOfSmall(app, dir)
    const { rows } = await app.request('evaluation.outcomes', { dir, run: now.id })
    const run: Run = { ...now, id: 'early', options: { ...now.options, k: 2 } }
    const outcomes = rows.map(({ given, goldenRanks, recall, promptTokensAt, ...row }) => row)
    const store = await workspaceLibrary(app.folder).open(dir)
    await store.commit({ runs: { put: [{ ...run, outcomes }] } })
    await store.close()
    const traced = await app.request('evaluation.trace', { dir, run: 'early', query: 'q3', k: 1 })
    expect(traced).toMatchObject({ same: true, tools: ['create_event'] })
  })

  it.each([
    ['the run', { run: 'none' }, 'not-found'],
    ['the query', { query: 'none' }, 'not-found'],
    ['a k it was measured at', { k: 7 }, 'bad-input'],
  ])('needs %s to be there', async (_, wrong, code) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = (await runOfSmall(app, dir)).id
    expect(await app.reply('evaluation.trace', { dir, run, query: 'q1', ...wrong })).toMatchObject({
      error: { code },
    })
  })
})

describe('the measures', () => {
  it('say what they are, for every figure of a run', async () => {
    const app = await openApp()
    const measures = await app.request('evaluation.measures', {})
    const run = await runOfSmall(app, await app.smallWorkspace())
    const known = new Set(measures.map(({ name }) => name))
    expect(
      Object.keys(run.measures).filter((name) => !known.has(name.replace(/@\d+$/, ''))),
    ).toEqual([])
  })
})
