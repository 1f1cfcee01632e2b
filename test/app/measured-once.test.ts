import { describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-main/features/actions'
import { emptyFolder, openApp, openAppWith, type AppUnderTest } from './open-app'
import { evaluateSmall, watchedEmbedder } from './small-evaluation'
import { programsOnOneFolder, twoPrograms } from './two-programs'

/** Four cells: two recipes on the whole small catalog and on two of its tools. */
const PLAN: Omit<ActionInput<'evaluation.run'>, 'dir' | 'goldenSet'> = {
  recipes: [{ recipe: 'bm25' }, { recipe: 'dense' }],
  k: [1, 2],
  catalogSizes: { tools: [2, 'all'] },
  resume: true,
}

describe('two programs that measure the same', () => {
  it('lose nothing, and keep no measurement twice', async () => {
    const { first, second } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const [here, there] = await Promise.all(
      [first, second].map((app) => evaluateSmall(app, { dir, ...PLAN })),
    )
    expect(there?.runs.map(({ id }) => id)).toEqual(here?.runs.map(({ id }) => id))
    expect(await first.request('evaluation.runs', { dir })).toHaveLength(4)
  })

  it('take what the other kept while they were about to keep the same', async () => {
    const { first, dir } = await twoPrograms((second, at) =>
      evaluateSmall(second, { dir: at, ...PLAN }),
    )
    expect((await evaluateSmall(first, { dir, ...PLAN })).reused).toHaveLength(4)
    expect(await first.request('evaluation.runs', { dir })).toHaveLength(4)
  })
})

it('what cells took of each other is counted, and not counted again when they are reused', async () => {
  const app = await openAppWith(
    watchedEmbedder(() => undefined),
    await emptyFolder(),
  )
  const dir = await app.smallWorkspace()
  const recipes = [{ recipe: 'dense' }, { recipe: 'dense', options: { threshold: 0.9 } }]
  const alike = { dir, recipes, embedder: 'ollama:some', k: [1, 2], resume: true }
  // Four queries searched for the first, and taken by the second.
  expect(await evaluateSmall(app, alike)).toMatchObject({ shared: { asked: 8, taken: 4 } })
  expect(await evaluateSmall(app, alike)).not.toHaveProperty('shared')
})

it('two of the same cells are one run', async () => {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const bm25 = { recipe: 'bm25' }
  const { runs } = await evaluateSmall(app, { dir, ...PLAN, recipes: [bm25, bm25] })
  expect(runs).toHaveLength(4)
  expect(await app.request('evaluation.runs', { dir })).toHaveLength(2)
})

describe('a finished run', () => {
  it('is measured again bit for bit, but for its id, its place and its times', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const measured = async () => {
      const { runs } = await evaluateSmall(app, { dir, ...PLAN, resume: false })
      return Promise.all(runs.map((run) => withoutTimes(app, dir, run.id)))
    }
    expect(await measured()).toEqual(await measured())
  })
})

/** All that a run holds, with its queries, but for its id and place and what a clock says. */
async function withoutTimes({ request }: AppUnderTest, dir: string, id: string) {
  const run = (await request('evaluation.runs', { dir })).find((one) => one.id === id)
  if (!run) throw new Error('The run was not kept.')
  const { id: _, number, startedAt, elapsedMs, embeddingMs, latencyMs, catalog, ...figures } = run
  const { rows } = await request('evaluation.outcomes', { dir, run: id, limit: 1000 })
  return {
    figures,
    tools: catalog.tools,
    rows: rows.map(({ latencyMs: _latency, ...row }) => row),
  }
}
