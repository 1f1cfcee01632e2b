import { describe, expect, it } from 'vitest'
import { CHANGE_KINDS, type Robustness } from '../shared/robustness'
import type { ActionInput } from '../../actions'
import { fakeClock } from '../../../../test/fakes/clock'
import { emptyFolder, openApp, openAppOn } from '../../../../test/app/open-app'

async function small() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const asked = (more: object = {}) => ({ dir, goldenSet: 'asked', recipe: 'bm25', k: 1, ...more })
  return { app, dir, asked }
}
const figures = ({ measuredAt: _, ...measured }: Robustness) => measured

describe('a catalog that changes', () => {
  it('is asked before and after, by every kind of change, and gives the same again', async () => {
    const { app, asked } = await small()
    const measured = await app.request('evaluation.robustness', asked({ share: 1 }))
    expect(measured).toMatchObject({
      recipe: 'bm25',
      askedOf: 'BM25',
      k: 1,
      goldenSet: 'asked',
      queries: 4,
      of: 4,
      seeds: 3,
      share: 1,
      degraded: [],
    })
    expect(measured.kinds.map(({ kind }) => kind)).toEqual(CHANGE_KINDS)
    const effectOf = (kind: string) => measured.kinds.find((each) => each.kind === kind)
    expect(effectOf('rename')).toMatchObject({ queries: 4, changed: 5 })
    // All are gone.
    expect(effectOf('deprecate')).toMatchObject({ queries: 0, leftOut: 4 })
    expect(figures(await app.request('evaluation.robustness', asked({ share: 1 })))).toEqual(
      figures(measured),
    )
  })

  it('tells before as an evaluation does', async () => {
    const { app, dir, asked } = await small()
    const { all } = await app.request('evaluation.robustness', asked())
    const { runs } = await app.request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes: [{ recipe: 'bm25' }],
      k: [1],
    })
    expect(all.before).toEqual(runs[0]?.measures['Recall@1'])
  })

  it('is kept beside the catalog as long as that and the golden queries say the same', async () => {
    const { app, dir, asked } = await small()
    expect(await app.request('evaluation.keptRobustness', { dir })).toEqual({})
    const robustness = await app.request('evaluation.robustness', asked())
    const before = await app.request('workspace.open', { dir })
    expect(await app.request('evaluation.keptRobustness', { dir })).toEqual({ robustness })
    expect(await app.request('workspace.open', { dir })).toEqual(before)
    const layer = { questions: ['How many euros is that?'] }
    await app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer })
    expect(await app.request('evaluation.keptRobustness', { dir })).toEqual({})
    await app.request('evaluation.robustness', asked())
    const more = { id: 'q9', text: 'mail', tools: ['send_email'], origin: 'human' as const }
    await app.request('golden.add', { dir, set: 'asked', queries: [more] })
    expect(await app.request('evaluation.keptRobustness', { dir })).toEqual({})
  })

  it('is asked by another thread too where that takes long, and is the same then', async () => {
    const folder = await emptyFolder()
    const second = await openAppOn(folder)
    const rounds: number[] = []
    let closed = 0
    const startOtherThreads = () => [
      {
        request: async (_: string, input: object) => {
          const asked = input as ActionInput<'evaluation.askChanged'>
          rounds.push(asked.rounds.length)
          return (await second.request('evaluation.askChanged', asked)) as never
        },
        close: async () => void closed++,
      },
    ]
    // A clock on which every look takes so long that help is worth waiting for.
    const app = await openAppOn(folder, { clock: fakeClock(500), startOtherThreads })
    const dir = await app.smallWorkspace()
    const input = { dir, recipe: 'bm25', k: 1, share: 0.4 }
    const helped = await app.request('evaluation.robustness', input)
    expect(rounds.length).toBeGreaterThan(0)
    expect(closed).toBe(1)
    expect(app.progress.at(-1)).toMatchObject({ done: 4 * 34, total: 4 * 34, unit: 'queries' })
    const { app: alone } = await small()
    const there = { ...input, dir: await alone.smallWorkspace() }
    expect(figures(await alone.request('evaluation.robustness', there))).toEqual(figures(helped))
  })

  it('is not asked elsewhere of another catalog', async () => {
    const { app, dir } = await small()
    const input = {
      dir,
      catalog: 'another',
      recipe: 'bm25',
      options: {},
      embedder: 'instant',
      k: 1,
    }
    const reply = await app.reply('evaluation.askChanged', { ...input, queries: [], rounds: [] })
    expect(reply).toMatchObject({ error: { code: 'conflict' } })
  })

  it('can be stopped, and keeps nothing then', async () => {
    const { app, dir, asked } = await small()
    const stopped = new AbortController()
    const reply = app.reply('evaluation.robustness', asked(), stopped.signal)
    stopped.abort()
    expect(await reply).toMatchObject({ error: { code: 'cancelled' } })
    expect(await app.request('evaluation.keptRobustness', { dir })).toEqual({})
  })

  it('is refused on a test set, without any set, and where hidden tools are given', async () => {
    const { app, dir, asked } = await small()
    const hidden = { visibilities: ['public', 'hidden'] }
    expect(await app.reply('evaluation.robustness', asked({ options: hidden }))).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('Visibility') as string },
    })
    expect(await app.reply('evaluation.robustness', asked({ share: 0 }))).toMatchObject({
      error: { code: 'bad-input' },
    })
    await app.request('golden.use', { dir, set: 'asked', purpose: 'test' })
    expect(await app.reply('evaluation.robustness', asked())).toMatchObject({
      error: { code: 'conflict' },
    })
    expect(await app.reply('evaluation.robustness', { dir })).toMatchObject({
      error: { message: 'There is no golden set of development to ask.' },
    })
  })
})
