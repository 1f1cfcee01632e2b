import { describe, expect, it } from 'vitest'
import { outdatedText } from '../../src-main/domain/run/outdated-words'
import type { Outdated } from '../../src-main/domain/run/outdated'
import { id } from '../fakes/catalog-tool'
import { libraryIn } from '../fakes/app-on'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from './open-app'
import { BOOK, PASTA, standardising } from './standardising'

/** A run of `hybrid`, and what is outdated of it in words whenever that is asked. */
async function measured({ request, smallWorkspace }: AppUnderTest) {
  const dir = await smallWorkspace()
  const recipes = [{ recipe: 'hybrid' }]
  const { runs } = await request('evaluation.run', { dir, goldenSet: 'asked', recipes, k: [1] })
  const [run] = runs
  const outdated = async () =>
    outdatedText((await request('evaluation.outdated', { dir }))[run?.id ?? ''] ?? [])
  return { dir, outdated }
}

describe('a run', () => {
  it('is current until something that it was measured on is another', async () => {
    const { outdated } = await measured(await openApp())
    expect(await outdated()).toBe('')
  })

  it('is measured before the edits of the catalog since, and current again once they are undone', async () => {
    const app = await openApp()
    const { dir, outdated } = await measured(app)
    const edit = (description: string) =>
      app.request('catalog.saveLayer', {
        dir,
        id: id('convert_currency'),
        layer: { description },
      })
    await edit('how many euros is that')
    expect(await outdated()).toBe('measured before 1 edit')
    await edit('euros and dollars')
    expect(await outdated()).toBe('measured before 2 edits')
    await app.request('changes.undo', { dir })
    await app.request('changes.undo', { dir })
    expect(await outdated()).toBe('')
  })

  it('is measured before its golden set was edited, not before another one was', async () => {
    const app = await openApp()
    const { dir, outdated } = await measured(app)
    const query = { text: 'what is it in francs', tools: [id('convert_currency')] }
    await app.request('golden.save', { dir, set: 'other', query })
    expect(await outdated()).toBe('')
    await app.request('golden.save', { dir, set: 'asked', query })
    expect(await outdated()).toBe('measured before its golden set was edited')
    await app.request('golden.delete', { dir, set: 'asked' })
    expect(await outdated()).toBe('measured before its golden set was removed')
  })

  it('is measured before Pegboard searched otherwise, and where it was not noted how', async () => {
    const folder = await emptyFolder()
    const app = await openAppOn(folder)
    const { dir } = await measured(app)
    await app.app.close()
    const store = await libraryIn(folder).open(dir)
    const { runs } = await store.read('runs')
    const [run] = runs
    if (!run?.provenance) throw new Error('There is no run.')
    const { search, ...unnoted } = run.provenance
    expect(search).toMatch(/^[0-9a-f]{32}$/)
    const others = [
      { ...run, outcomes: [], id: 'otherwise', provenance: { ...unnoted, search: 'another' } },
      { ...run, outcomes: [], id: 'unnoted', provenance: unnoted },
    ]
    await store.commit({ runs: { put: others } })
    await store.close()
    const later = await openAppOn(folder)
    const found = await later.request('evaluation.outdated', { dir })
    const text = (id: string) => outdatedText(found[id] ?? [])
    expect(text(run.id)).toBe('')
    expect(text('otherwise')).toBe('measured before Pegboard searched otherwise')
    expect(text('unnoted')).toBe(
      'measured by an earlier Pegboard, which did not note how it searched',
    )
  })

  it('tells the embedder that answers now', async () => {
    const app = await openApp()
    const { dir, outdated } = await measured(app)
    await app.request('models.choose', { dir, role: 'embedder', model: 'sentences' })
    expect(await outdated()).toBe('Instant, now Sentences')
  })
})

describe('a run of a recipe that reads standardised fields', () => {
  it('is measured before those that were standardised anew, and nothing else is', async () => {
    const { request, dir, standardise } = await standardising()
    const query = { text: 'a seat', tools: [BOOK] }
    await request('golden.save', { dir, set: 'asked', query })
    const measure = async (recipe: string) => {
      const plan = { dir, goldenSet: 'asked', k: [1], recipes: [{ recipe }] }
      return (await request('evaluation.run', plan)).runs[0]?.id ?? ''
    }
    const fields = await measure('mftr')
    const words = await measure('bm25')
    expect(await request('evaluation.outdated', { dir })).toEqual({})
    await standardise({ ids: [PASTA] })
    const outdated = await request('evaluation.outdated', { dir })
    expect(outdatedText(outdated[fields] ?? [])).toBe(
      'measured before fields were standardised anew',
    )
    expect(outdated).not.toHaveProperty(words)
    await request('fields.forget', { dir, ids: [PASTA] })
    expect(await request('evaluation.outdated', { dir })).toEqual({})
  })
})

describe('what is outdated of a run', () => {
  it.each<[Outdated[], string]>([
    [[], ''],
    [[{ of: 'catalog' }], 'measured before the catalog changed'],
    [
      [
        { of: 'catalog', edits: 3 },
        { of: 'embedder', was: 'builtin', is: 'sentences' },
      ],
      'measured before 3 edits · Instant, now Sentences',
    ],
    [
      [{ of: 'catalog', edits: 1 }, { of: 'golden set' }, { of: 'chat model' }],
      'measured before 1 edit and its golden set was edited · another chat model',
    ],
    [[{ of: 'embedder', was: 'ollama:a', is: 'ollama:a' }], 'another version of a'],
  ])('%j is told as “%s”', (parts, text) => {
    expect(outdatedText(parts)).toBe(text)
  })
})
