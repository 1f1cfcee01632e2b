import { describe, expect, it } from 'vitest'
import { MOST_EXPERIMENTS } from '../../src-main/app/experiments/actions'
import { Problem } from '../../src-main/domain/problem'
import { ToolId } from '../../src-main/domain/tool/tool'
import { emptyFolder, openApp, openAppWith, type AppUnderTest } from './open-app'
import { goingOn, goOn, PLAN, savedIn, statesIn } from './saved-experiments'
import { watchedEmbedder } from './small-evaluation'

const rowsIn = (app: AppUnderTest, dir: string) => app.request('experiments.list', { dir })

describe('a saved experiment', () => {
  it('counts what its cells took of each other, and keeps that when it goes on', async () => {
    const app = await openAppWith(
      watchedEmbedder(() => undefined),
      await emptyFolder(),
    )
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'dense' }, { recipe: 'dense', options: { threshold: 0.9 } }]
    const alike = { recipes, embedder: 'ollama:some', catalogSizes: undefined }
    const id = await savedIn(app, dir, alike)
    const { shared } = await goOn(app, dir, id)
    // Four queries searched for the first, and taken by the second.
    expect(shared).toEqual({ asked: 8, taken: 4 })
    const showing = () => app.request('experiments.show', { dir, id })
    expect(await showing()).toMatchObject({ shared: 4 })
    expect(await app.request('experiments.list', { dir })).toMatchObject([{ shared: 4 }])
    expect(await goOn(app, dir, id)).not.toHaveProperty('shared')
    expect(await showing()).toMatchObject({ shared: 4 })
    const other = await savedIn(app, dir, { name: 'other' })
    expect(await goOn(app, dir, other)).not.toHaveProperty('shared')
  })

  it('holds its plan with all options, and says what of it is measured', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const note = 'Before the release.'
    const { id, plan } = await app.request('experiments.save', {
      dir,
      name: ' How many ',
      note,
      plan: PLAN,
    })
    expect(plan.recipes[0]?.options).toMatchObject({ k1: 1.5, depth: 100 })
    const row = { id, name: 'How many', note, goldenSet: 'asked', cells: 4 }
    expect(await rowsIn(app, dir)).toMatchObject([{ ...row, measured: 0, failed: 0 }])
    expect(await statesIn(app, dir, id)).toEqual(['missing', 'missing', 'missing', 'missing'])
    const { runs } = await goOn(app, dir, id)
    const { cells } = await app.request('experiments.show', { dir, id })
    expect(cells.map(({ state, run }) => [state, run])).toEqual(
      runs.map((run) => ['measured', run.id]),
    )
    expect(cells.map(({ recipe, catalogSize }) => [recipe, catalogSize?.tools])).toEqual([
      ['bm25', 2],
      ['dense', 2], // prettier-ignore
      ['bm25', undefined],
      ['dense', undefined], // prettier-ignore
    ])
    expect(await rowsIn(app, dir)).toMatchObject([{ ...row, measured: 4 }])
  })

  it('stays with the embedder that it was saved with', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { embedder } = await app.request('settings.read', {})
    const id = await savedIn(app, dir)
    await app.request('settings.write', { embedder: 'ollama:another' })
    const { plan } = await app.request('experiments.show', { dir, id })
    expect(plan.recipes.map((choice) => choice.embedder)).toEqual([embedder, embedder])
  })

  it('that goes on measures only what is missing', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    const { runs: before } = await goOn(app, dir, id)
    const [first, second] = before.map((run) => run.id)
    await app.request('evaluation.deleteRuns', { dir, runs: [second ?? ''] })
    expect(await statesIn(app, dir, id)).toEqual(['measured', 'missing', 'measured', 'measured'])
    const { runs, reused } = await goOn(app, dir, id)
    expect(reused).toHaveLength(3)
    expect(runs[0]?.id).toBe(first)
    expect(runs[1]?.id).not.toBe(second)
    expect(await statesIn(app, dir, id)).not.toContain('missing')
  })

  it('has the runs that the workspace holds of its measurements from the start', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { runs } = await app.request('evaluation.run', { dir, ...PLAN })
    const id = await savedIn(app, dir)
    const { cells } = await app.request('experiments.show', { dir, id })
    expect(cells.map(({ run }) => run)).toEqual(runs.map((run) => run.id))
    expect(await rowsIn(app, dir)).toMatchObject([{ measured: 4 }])
    // Another saved of the same plan measures nothing again, and two of the same cells are one run.
    const [bm25] = PLAN.recipes
    const other = await savedIn(app, dir, {
      name: 'Other',
      recipes: [bm25, bm25].flatMap((one) => one ?? []),
    })
    expect((await goOn(app, dir, other)).reused).toHaveLength(4)
    expect(await app.request('evaluation.runs', { dir })).toHaveLength(4)
  })

  it('says which runs are of another catalog, and measures these again', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    const { runs: before } = await goOn(app, dir, id)
    const layer = { topics: ['post'] }
    await app.request('catalog.saveLayer', { dir, id: ToolId.parse('send_email'), layer })
    expect(new Set(await statesIn(app, dir, id))).toEqual(new Set(['outdated']))
    const { reused } = await goOn(app, dir, id)
    expect(reused).toEqual([])
    expect(new Set(await statesIn(app, dir, id))).toEqual(new Set(['measured']))
    const { cells } = await app.request('experiments.show', { dir, id })
    expect(before.map((run) => run.id)).not.toContain(cells[0]?.run)
  })

  it('says which cell could not be measured and why, until it could', async () => {
    const embedder = watchedEmbedder(() => undefined)
    let isThere = false
    const app = await openAppWith(embedder, await emptyFolder(), {
      embedders: {
        async open(name) {
          if (name === 'builtin' || isThere) return embedder
          throw new Problem('unavailable', 'The model is not there.', 'Pull it.')
        },
      },
    })
    const dir = await app.smallWorkspace()
    const recipes = [{ recipe: 'dense', embedder: 'ollama:gone' }, { recipe: 'bm25' }]
    const id = await savedIn(app, dir, { recipes, catalogSizes: undefined })
    const { failed } = await goOn(app, dir, id)
    expect(failed).toHaveLength(1)
    const { cells } = await app.request('experiments.show', { dir, id })
    expect(cells).toMatchObject([
      { state: 'failed', problem: { message: 'The model is not there.', fix: 'Pull it.' } },
      { state: 'measured' },
    ])
    expect(await rowsIn(app, dir)).toMatchObject([{ cells: 2, measured: 1, failed: 1 }])
    isThere = true
    expect((await goOn(app, dir, id)).reused).toHaveLength(1)
    expect(await statesIn(app, dir, id)).toEqual(['measured', 'measured'])
    // What was measured stays so where it cannot be told any more whether the model is the same.
    isThere = false
    const { cells: later } = await app.request('experiments.show', { dir, id })
    expect(later[0]).toMatchObject({ state: 'measured', problem: { fix: 'Pull it.' } })
  })

  it('is shown as it was noted where it cannot be measured any more, and says why', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    await goOn(app, dir, id)
    await app.request('golden.delete', { dir, set: 'asked' })
    const shown = await app.request('experiments.show', { dir, id })
    expect(shown.problem?.message).toContain('asked')
    expect(shown.cells.map(({ state }) => state)).toEqual(Array(4).fill('measured'))
    expect(await rowsIn(app, dir)).toMatchObject([{ cells: 4, measured: 4 }])
  })

  it('is renamed, noted, copied and deleted; its runs stay', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    await goOn(app, dir, id)
    const rename = async (wanted: object) => {
      const { change: _, ...named } = await app.request('experiments.rename', {
        dir,
        id,
        ...wanted,
      })
      return named
    }
    expect(await rename({ name: 'Sizes', note: 'Soon.' })).toEqual({ name: 'Sizes', note: 'Soon.' })
    expect(await rename({ name: 'Sizes' })).toEqual({ name: 'Sizes', note: 'Soon.' })
    expect(await rename({ note: ' ' })).toEqual({ name: 'Sizes' })
    const copy = await app.request('experiments.duplicate', { dir, id, name: 'Copy' })
    expect(await statesIn(app, dir, copy.id)).toEqual(Array(4).fill('measured'))
    const both = [id, copy.id, 'unknown']
    expect(await app.request('experiments.delete', { dir, ids: both })).toMatchObject({
      deleted: 2,
    })
    expect(await rowsIn(app, dir)).toEqual([])
    expect(await app.request('evaluation.runs', { dir })).toHaveLength(4)
  })

  it('goes with its workspace, into a copy and through an export', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    await goOn(app, dir, id)
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await statesIn(app, copy.dir, id)).toEqual(Array(4).fill('measured'))
  })

  it.each([
    ['a golden set that is not there', { goldenSet: 'other' }, 'other'],
    ['a recipe that is not there', { recipes: [{ recipe: 'magic' }] }, 'magic'],
    ['options that do not fit', { recipes: [{ recipe: 'bm25', options: { b: 7 } }] }, 'b must be'],
    ['a size beyond the catalog', { catalogSizes: { tools: [50] } }, '50'],
    ['no name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
  ])('is not saved with %s', async (_, change, message) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    await expect(savedIn(app, dir, change)).rejects.toThrow(message)
    expect(await rowsIn(app, dir)).toEqual([])
  })

  it('has a name of its own, and is one of a bounded number', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    await expect(savedIn(app, dir)).rejects.toThrow('already')
    for (let at = 1; at < MOST_EXPERIMENTS; at += 1) {
      await app.request('experiments.duplicate', { dir, id, name: `Copy ${at}` })
    }
    await expect(savedIn(app, dir, { name: 'One more' })).rejects.toThrow('as many as it keeps')
    await expect(app.request('experiments.rename', { dir, id, name: 'Copy 1' })).rejects.toThrow(
      'already',
    )
    await app.request('experiments.rename', { dir, id, name: 'Another' })
  }, 120_000)

  it('writes down no cells of another plan', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir)
    const input = await goingOn(app, dir, id)
    const reply = await app.reply('evaluation.run', { ...input, k: [3] })
    expect(reply).toMatchObject({ ok: false, error: { code: 'conflict' } })
    await app.request('experiments.delete', { dir, ids: [id] })
    const gone = await app.reply('evaluation.run', input)
    expect(gone).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('a finished run', () => {
  it('is measured again bit for bit, but for its id, its place and its times', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const measured = async () => {
      const { runs } = await app.request('evaluation.run', { dir, ...PLAN })
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
