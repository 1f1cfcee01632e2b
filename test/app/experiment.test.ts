import { describe, expect, it } from 'vitest'
import type { Progress } from '../../src-main/contract/reply'
import { Problem } from '../../src-main/domain/problem'
import { ToolId } from '../../src-main/domain/tool/tool'
import { fakeClock, hurriedClock } from '../fakes/clock'
import { emptyFolder, openApp, openAppWith } from './open-app'
import { evaluateSmall, runOfSmall, watchedEmbedder } from './small-evaluation'

const openWith = async (onQuery: (text: string) => unknown, clock = fakeClock()) =>
  openAppWith(watchedEmbedder(onQuery), await emptyFolder(), { clock })

/** Does something at the first call, and nothing later. */
function once(act: () => unknown): () => unknown {
  let done = false
  return async () => {
    if (done) return
    done = true
    await act()
  }
}

describe('an experiment', () => {
  it('keeps each run as soon as it is finished', async () => {
    const kept: number[] = []
    const app = await openWith(
      once(async () => kept.push((await app.request('evaluation.runs', { dir })).length)),
    )
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, {
      dir,
      recipes: [{ recipe: 'bm25' }, { recipe: 'dense' }],
    })
    expect(kept).toEqual([1])
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25', 'dense'])
    expect(await app.request('evaluation.runs', { dir })).toHaveLength(2)
  })

  it('goes on after a recipe that cannot be measured, and says why it could not', async () => {
    const embedder = watchedEmbedder(() => undefined)
    const app = await openAppWith(embedder, await emptyFolder(), {
      embedders: {
        async open(name) {
          if (name === 'builtin') return embedder
          throw new Problem('unavailable', 'The model is not there.', 'Pull it.')
        },
      },
    })
    const dir = await app.smallWorkspace()
    const gone = { recipe: 'dense', options: { depth: 7 }, embedder: 'ollama:gone' }
    const { runs, failed, reused } = await evaluateSmall(app, {
      dir,
      recipes: [{ recipe: 'bm25' }, gone, { recipe: 'hybrid' }],
    })
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25', 'hybrid'])
    expect(reused).toEqual([])
    expect(failed).toMatchObject([
      {
        recipe: 'dense',
        options: { depth: 7 },
        embedder: 'ollama:gone',
        problem: { code: 'unavailable', message: 'The model is not there.', fix: 'Pull it.' },
      },
    ])
    expect(await app.request('evaluation.runs', { dir })).toHaveLength(2)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('The vectors are gone.')
      },
      'The stage “dense” failed: The vectors are gone.',
      fakeClock(),
    ],
    [
      'never returns',
      () => new Promise(() => undefined),
      'gave nothing for 600 seconds',
      hurriedClock(),
    ],
  ])('survives a stage that %s', async (_, onQuery, message, clock) => {
    const app = await openWith(onQuery, clock)
    const dir = await app.smallWorkspace()
    const { runs, failed } = await evaluateSmall(app, {
      dir,
      recipes: [{ recipe: 'dense' }, { recipe: 'bm25' }],
    })
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25'])
    expect(failed.map(({ problem }) => problem.message).join()).toContain(message)
  })

  it('that is stopped keeps what is finished, and says how much that is', async () => {
    const stopper = new AbortController()
    const app = await openWith(once(() => stopper.abort()))
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }, { recipe: 'hybrid' }]
    const input = { dir, goldenSet: 'asked', recipes }
    expect(await app.reply('evaluation.run', input, stopper.signal)).toMatchObject({
      ok: false,
      error: { code: 'cancelled', message: 'Stopped. 1 of 3 recipes is measured and kept.' },
    })
    expect(await app.request('evaluation.runs', { dir })).toMatchObject([{ recipe: 'bm25' }])
  })

  it('that is stopped at once keeps nothing', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const stopper = new AbortController()
    const input = { dir, goldenSet: 'asked', recipes: [{ recipe: 'bm25' }] }
    const reply = await app.app.dispatch('evaluation.run', input, {
      signal: stopper.signal,
      emit: () => stopper.abort(),
    })
    expect(reply).toMatchObject({
      error: {
        code: 'cancelled',
        message: 'Stopped. No recipe was measured to its end, so nothing is kept.',
      },
    })
    expect(await app.request('evaluation.runs', { dir })).toEqual([])
  })

  it('stores nothing where the runs are not to be kept, and still shows and compares them', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }]
    const { runs } = await evaluateSmall(app, { dir, recipes, keep: false })
    expect(await app.request('evaluation.runs', { dir })).toEqual([])
    const [baseline = '', other = ''] = runs.map(({ id }) => id)
    expect(await app.request('evaluation.outcomes', { dir, run: other })).toMatchObject({
      total: 4,
    })
    const compared = await app.request('evaluation.compare', { dir, baseline, runs: [other] })
    expect(compared).toMatchObject([{ baseline, run: other, queries: 4 }])
  })

  it('names in its progress which recipe of how many it is at', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    await evaluateSmall(app, { dir, recipes: [{ recipe: 'bm25' }, { recipe: 'bm25' }] })
    const steps = app.progress.filter(({ what }) => what.includes('BM25'))
    const phases = 'getting ready, asking the queries, computing the intervals, storing the run'
    expect([...new Set(steps.map(({ what }) => what))]).toEqual(
      [1, 2].flatMap((at) =>
        phases.split(', ').map((phase) => `BM25 (${at} of 2) on “asked”: ${phase}`),
      ),
    )
    // Each phase begins at nothing, whatever the one before came to.
    const begins = steps.filter(({ what }, at) => what !== steps[at - 1]?.what)
    expect(new Set(begins.map(({ done }) => done))).toEqual(new Set([0]))
  })
})

describe('an experiment sees the workspace as it was at the start', () => {
  const recipes = [{ recipe: 'dense' }, { recipe: 'bm25' }]

  it.each([
    ['emptied', { queries: [{ id: 'q1', query: 'send an email to Dana', tools: [] }] }],
    ['changed', { queries: [{ id: 'q1', query: 'other words', tools: ['get_weather'] }] }],
  ])('where its golden set is %s meanwhile', async (_, { queries }) => {
    const app = await openWith(
      once(async () =>
        app.request('golden.import', {
          dir,
          path: await app.file('asked.json', queries),
          replace: true,
        }),
      ),
    )
    const dir = await app.smallWorkspace()
    const { runs, failed } = await evaluateSmall(app, { dir, recipes })
    expect(failed).toEqual([])
    expect(runs.map((run) => run.queries)).toEqual([4, 4])
    const [first, second] = runs.map(({ provenance }) => provenance?.goldenHash)
    expect(first).toBe(second)
    const { rows } = await app.request('evaluation.outcomes', { dir, run: runs[1]?.id ?? '' })
    expect(rows.map(({ text }) => text)).toContain('send an email to Dana')
  })

  it('where only labels are changed meanwhile: it is judged by those it began with', async () => {
    const said = 'send an email to Dana'
    const relabel = async () => {
      const { queries } = await app.request('golden.queries', { dir, set: 'asked' })
      const others = queries.map(({ id, text: query, tools }) => ({
        id,
        query,
        tools: query === said ? ['get_weather'] : tools,
      }))
      const path = await app.file('asked.json', others)
      await app.request('golden.import', { dir, path, replace: true })
    }
    const app = await openWith(once(relabel))
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes })
    for (const { id: run } of runs) {
      const { rows } = await app.request('evaluation.outcomes', { dir, run })
      expect(rows.find(({ text }) => text === said)?.golden).toEqual(['send_email'])
    }
    // What it measured is not what would be measured now.
    const again = await evaluateSmall(app, { dir, recipes, resume: true })
    expect(again.reused).toEqual([])
  })

  it('but not where labels are changed meanwhile that teach a recipe its size', async () => {
    const app = await openWith(once(() => app.request('golden.delete', { dir, set: 'asked' })))
    const dir = await app.smallWorkspace()
    const own = [{ recipe: 'hybrid', options: { size: 'adaptive' } }]
    const { runs, failed } = await evaluateSmall(app, { dir, recipes: own })
    expect(runs).toEqual([])
    expect(failed.map(({ problem }) => problem)).toMatchObject([
      {
        code: 'conflict',
        message: expect.stringContaining('were changed while it was measured'),
      },
    ])
    expect(await app.request('evaluation.runs', { dir })).toEqual([])
  })

  it('where its golden set is deleted meanwhile', async () => {
    const app = await openWith(once(() => app.request('golden.delete', { dir, set: 'asked' })))
    const dir = await app.smallWorkspace()
    const { runs } = await evaluateSmall(app, { dir, recipes })
    expect(runs.map((run) => run.queries)).toEqual([4, 4])
    expect(await app.request('golden.list', { dir })).toEqual([])
  })

  it('where its catalog changes meanwhile: all recipes are measured on the same', async () => {
    const app = await openWith(
      once(() => app.request('catalog.remove', { dir, ids: [ToolId.parse('send_email')] })),
    )
    const dir = await app.smallWorkspace()
    const { revision } = await app.request('workspace.read', { dir })
    const { runs } = await evaluateSmall(app, { dir, recipes, k: [1] })
    expect(runs.map(({ catalog }) => catalog)).toMatchObject([
      { tools: 5, revision },
      { tools: 5, revision },
    ])
    expect(runs[1]?.measures['Recall@1']?.mean).toBeCloseTo((1 + 1 + 0.5 + 0) / 4)
    expect((await app.request('workspace.read', { dir })).tools).toBe(4)
  })
})

describe('resuming an experiment', () => {
  const resumed = async (
    change: (app: Awaited<ReturnType<typeof openApp>>, dir: string) => Promise<unknown>,
    again: Partial<Parameters<typeof evaluateSmall>[1]> = {},
  ) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const input = { dir, recipes: [{ recipe: 'bm25' }], k: [1, 2] }
    const { runs: before } = await evaluateSmall(app, input)
    await change(app, dir)
    const { runs, reused } = await evaluateSmall(app, { ...input, resume: true, ...again })
    return { before: before[0]?.id, runs: runs.map(({ id }) => id), reused }
  }
  const nothing = () => Promise.resolve()

  it('takes what is measured already, and measures the rest', async () => {
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }]
    const { before, runs, reused } = await resumed(nothing, { recipes })
    expect(reused).toEqual([before])
    expect(runs).toEqual([before, expect.any(String)])
    expect(runs[1]).not.toBe(before)
  })

  it('takes a run also where k was written in another order', async () => {
    const { before, reused } = await resumed(nothing, { k: [2, 1, 2] })
    expect(reused).toEqual([before])
  })

  it.each<[string, Parameters<typeof resumed>[0], Parameters<typeof resumed>[1]?]>([
    ['nothing is to be resumed', nothing, { resume: false }],
    ['an option differs', nothing, { recipes: [{ recipe: 'bm25', options: { k1: 0.5 } }] }],
    ['k differs', nothing, { k: [1, 2, 3] }],
    ['a sample is drawn', nothing, { sample: { size: 2, seed: 1 } }],
    [
      'a tool was edited',
      (app, dir) =>
        app.request('catalog.saveLayer', {
          dir,
          id: ToolId.parse('send_email'),
          layer: { topics: ['x'] },
        }),
    ],
    [
      'the golden set was labelled otherwise',
      async (app, dir) => {
        const relabelled = [{ id: 'q1', query: 'send an email to Dana', tools: ['get_weather'] }]
        const path = await app.file('asked.json', relabelled)
        await app.request('golden.import', { dir, path, replace: true })
      },
    ],
  ])('measures again where %s', async (_, change, again) => {
    const { before, runs, reused } = await resumed(change, again)
    expect(reused).toEqual([])
    expect(runs).not.toContain(before)
  })

  it('measures again where the embedder differs', async () => {
    const folder = await emptyFolder()
    const measure = async (fingerprint: string) => {
      const embedder = { ...watchedEmbedder(() => undefined), fingerprint }
      const app = await openAppWith(embedder, folder)
      const [dir = await app.smallWorkspace()] = (await app.request('workspace.list', {})).map(
        (entry) => entry.dir,
      )
      const recipes = [{ recipe: 'dense' }, { recipe: 'bm25' }]
      const { runs, reused } = await evaluateSmall(app, { dir, recipes, resume: true })
      await app.app.close()
      return runs.filter(({ id }) => reused.includes(id)).map(({ recipe }) => recipe)
    }
    expect(await measure('one')).toEqual([])
    expect(await measure('one')).toEqual(['dense', 'bm25'])
    expect(await measure('other')).toEqual(['bm25'])
  })
})

describe('a run', () => {
  it('names all it takes to repeat it; the same gives the same figures', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const measure = () => runOfSmall(app, dir, { recipe: 'hybrid' })
    const first = await measure()
    const second = await measure()
    expect(first.provenance).toEqual({
      cell: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      version: '1.2.3',
      search: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      goldenHash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      catalogHash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      embedder: expect.stringContaining('builtin') as string,
      prompts: [],
      seed: expect.any(Number) as number,
    })
    expect(second.provenance).toEqual(first.provenance)
    expect(second.measures).toEqual(first.measures)
    expect(second.curve).toEqual(first.curve)
    expect(first).toMatchObject({ size: 'k', options: { depth: 100, rankConstant: 60 } })
  })

  it('names no embedder where no embeddings are compared', async () => {
    const app = await openApp()
    const { provenance, embedder } = await runOfSmall(app, await app.smallWorkspace())
    expect(provenance).not.toHaveProperty('embedder')
    expect(embedder).toBeUndefined()
  })

  it('leaves the depth as it was chosen, however large k is', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'bm25', options: { depth: 1 } }]
    const { runs } = await evaluateSmall(app, { dir, recipes, k: [1, 1000] })
    expect(runs[0]?.options).toMatchObject({ depth: 1 })
    const { rows } = await app.request('evaluation.outcomes', { dir, run: runs[0]?.id ?? '' })
    expect(Math.max(...rows.map(({ tools }) => tools.length))).toBe(1)
  })

  it('is measured at each k once, and where k is larger than the catalog, on all there is', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const run = await runOfSmall(app, dir, { k: [500, 1, 500] })
    expect(run.k).toEqual([1, 500])
    expect(run.curve?.recall).toHaveLength(500)
    expect(run.curve?.recall.at(-1)).toBe(run.measures['Recall@500']?.mean)
  })
})

describe('an experiment that cannot begin', () => {
  it.each([
    ['the golden set', { goldenSet: 'none' }, 'not-found', 'none'],
    ['a recipe', { recipes: [{ recipe: 'bm25' }, { recipe: 'none' }] }, 'not-found', 'bm25, dense'],
    [
      'an option',
      { recipes: [{ recipe: 'bm25', options: { nonsense: 1 } }] },
      'bad-input',
      'nonsense',
    ],
    ['a sensible k', { k: [0] }, 'bad-input', 'k'],
  ])('for lack of %s measures nothing and says so', async (...[, wrong, code, text]) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const input = { dir, goldenSet: 'asked', recipes: [{ recipe: 'bm25' }], ...wrong }
    const reply = await app.reply('evaluation.run', input)
    expect(reply).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(reply)).toContain(text)
    expect(app.progress.filter(isEvaluating)).toEqual([])
    expect(await app.request('evaluation.runs', { dir })).toEqual([])
  })

  it('as no query of the golden set names a tool, says what to do', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const path = await app.file('empty.json', [{ id: 'q1', query: 'send an email', tools: [] }])
    await app.request('golden.import', { dir, path })
    const input = { dir, goldenSet: 'empty', recipes: [{ recipe: 'bm25' }] }
    expect(await app.reply('evaluation.run', input)).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('names a tool') as string },
    })
  })
})

const isEvaluating = ({ what }: Progress) => what.includes('asking the queries')
