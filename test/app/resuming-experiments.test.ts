import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryIn } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { bundled, type Bundled } from '../fixtures/bundled'
import { operate } from '../fixtures/kills/kill-trial'
import { emptyFolder, openAppWith } from './open-app'
import { goingOn, goOn, savedIn, statesIn } from './saved-experiments'
import { watchedEmbedder } from './small-evaluation'
import { programsOnOneFolder } from './two-programs'

async function programsAtAnExperiment() {
  const { first, second, meanwhile } = await programsOnOneFolder()
  const dir = await first.smallWorkspace()
  return { first, second, meanwhile, dir, id: await savedIn(first, dir) }
}

describe('two programs at the same experiment', () => {
  it('lose nothing, and keep no measurement twice', async () => {
    const { first, second, dir, id } = await programsAtAnExperiment()
    const [here, there] = await Promise.all([goOn(first, dir, id), goOn(second, dir, id)])
    expect(there.runs.map((run) => run.id)).toEqual(here.runs.map((run) => run.id))
    expect(await first.request('evaluation.runs', { dir })).toHaveLength(4)
    expect(await statesIn(second, dir, id)).toEqual(Array(4).fill('measured'))
  })

  it('take what the other kept while they were about to keep the same', async () => {
    const { first, second, meanwhile, dir, id } = await programsAtAnExperiment()
    meanwhile(() => goOn(second, dir, id))
    expect((await goOn(first, dir, id)).reused).toHaveLength(4)
    expect(await first.request('evaluation.runs', { dir })).toHaveLength(4)
  })

  it('keep what one measures where the other deletes the experiment', async () => {
    const { first, second, meanwhile, dir, id } = await programsAtAnExperiment()
    meanwhile(() => second.request('experiments.delete', { dir, ids: [id] }))
    expect((await goOn(first, dir, id)).runs).toHaveLength(4)
    expect(await first.request('evaluation.runs', { dir })).toHaveLength(4)
    expect(await first.request('experiments.list', { dir })).toEqual([])
  })

  it('keep each other’s name and note', async () => {
    const { first, second, meanwhile, dir, id } = await programsAtAnExperiment()
    meanwhile(() => second.request('experiments.rename', { dir, id, note: 'Theirs.' }))
    await goOn(first, dir, id)
    expect(await first.request('experiments.list', { dir })).toMatchObject([
      { note: 'Theirs.', measured: 4 },
    ])
  })
})

describe('an experiment that is stopped', () => {
  it('keeps what is finished, and measures the rest later', async () => {
    const stopper = new AbortController()
    const app = await openAppWith(
      watchedEmbedder(() => stopper.abort()),
      await emptyFolder(),
    )
    const dir = await app.smallWorkspace()
    const id = await savedIn(app, dir, { catalogSizes: undefined })
    const reply = await app.reply('evaluation.run', await goingOn(app, dir, id), stopper.signal)
    expect(reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await statesIn(app, dir, id)).toEqual(['measured', 'missing'])
    expect((await goOn(app, dir, id)).reused).toHaveLength(1)
    expect(await statesIn(app, dir, id)).toEqual(['measured', 'measured'])
  })
})

/** Starts processes, which takes long on a busy machine. */
const PATIENCE_MS = 120_000

describe('an experiment that is killed', () => {
  let program: Bundled
  beforeAll(async () => {
    program = await bundled('kills/operate.ts')
  })
  afterAll(() => program.remove())

  it(
    'while it keeps a run has either the run and its name, or neither',
    async () => {
      const folder = await emptyFolder()
      const app = await openAppWith(conceptEmbedder([['send'], ['find']]), folder)
      const dir = await app.smallWorkspace()
      const place = { folder, dir, library: libraryIn(folder), archive: '' }
      const id = await savedIn(app, dir)
      const request = { action: 'evaluation.run' as const, input: await goingOn(app, dir, id) }
      const kept: number[] = []
      for (const step of ['commit begun', 'commit written'] as const) {
        await operate({ ...program, place }, request, { step })
        const [row] = await app.request('experiments.list', { dir })
        const runs = await app.request('evaluation.runs', { dir })
        expect(row?.measured).toBe(runs.length)
        kept.push(runs.length)
      }
      expect(kept).toEqual([0, 1])
      const { runs, reused } = await goOn(app, dir, id)
      expect(runs).toHaveLength(4)
      expect(reused).toHaveLength(1)
    },
    PATIENCE_MS,
  )
})
