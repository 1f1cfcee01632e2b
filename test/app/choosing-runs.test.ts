import { describe, expect, it } from 'vitest'
import { openApp } from './open-app'
import { evaluateSmall, runOfSmall } from './small-evaluation'

/** Two recipes, measured one after the other. */
async function measured() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const first = await runOfSmall(app, dir, { recipe: 'bm25' })
  const second = await runOfSmall(app, dir, { recipe: 'hybrid' })
  return { app, dir, first, second }
}

describe('runs as people name them', () => {
  it('are found by number, the newest first, by the beginning of an id, and a part by its tier', async () => {
    const { app, dir, first, second } = await measured()
    const names = ['1', first.id.slice(0, 12), '2:exact']
    const named = await app.request('evaluation.named', { dir, runs: names })
    expect(named.map(({ id }) => id)).toEqual([second.id, first.id, `${first.id}:exact`])
    expect(named[2]).toMatchObject({ tier: 'exact' })
  })

  it.each([['nothing'], [''], ['99']])('are not found as “%s”', async (name) => {
    const { app, dir } = await measured()
    expect(await app.reply('evaluation.named', { dir, runs: [name] })).toMatchObject({
      ok: false,
      error: { code: 'not-found', message: `There is no run “${name}”.` },
    })
  })
})

describe('names of runs', () => {
  it('are refused where they are longer, or more, than any there are', async () => {
    const { app, dir, first } = await measured()
    const long = 'a'.repeat(201)
    const refused = { ok: false, error: { code: 'bad-input' } }
    for (const named of [{ runs: [long] }, { baseline: long }, { goldenSet: 'a'.repeat(1001) }])
      expect(await app.reply('evaluation.together', { dir, ...named })).toMatchObject(refused)
    for (const named of [{ run: long }, { run: first.id, baseline: long }])
      expect(await app.reply('evaluation.failedQueries', { dir, ...named })).toMatchObject(refused)
    const labels = (most: number) =>
      Object.fromEntries(Array.from({ length: most }, (_, at) => [`run ${at}`, 'a']))
    for (const given of [labels(62), { [first.id]: 'a'.repeat(1001) }])
      expect(
        await app.reply('evaluation.sideBySide', { dir, runs: ['2', '1'], labels: given }),
      ).toMatchObject(refused)
    const asked = { dir, runs: ['2', '1'], labels: labels(61) }
    expect(await app.reply('evaluation.sideBySide', asked)).toMatchObject({ ok: true })
  })
})

describe('runs that are looked at together', () => {
  it('are those named, the baseline first and each once', async () => {
    const { app, dir, first, second } = await measured()
    const { runs } = await app.request('evaluation.together', {
      dir,
      runs: ['2', '1'],
      baseline: '1',
    })
    expect(runs.map(({ run, label }) => [run.id, label])).toEqual([
      [second.id, 'hybrid'],
      [first.id, 'bm25'],
    ])
  })

  it('leave out what shows the parts of a recipe, and say how many others there are', async () => {
    const { app, dir } = await measured()
    const without = { recipe: 'hybrid', options: { depth: 7 }, leftOut: 'a smaller depth' }
    await evaluateSmall(app, { dir, recipes: [without], k: [1, 2] })
    const { runs, left } = await app.request('evaluation.together', { dir })
    expect(runs.map(({ label }) => label)).toEqual(['bm25', 'hybrid'])
    expect(left).toBe(1)
    const all = await app.request('evaluation.together', { dir, all: true })
    expect(all.runs.map(({ label }) => label).sort()).toEqual(['bm25', 'hybrid'])
    expect(all.left).toBe(1)
    const beside = await app.request('evaluation.together', { dir, baseline: '3' })
    expect(beside.runs.map(({ label }) => label)).toEqual(['bm25', 'hybrid'])
  })

  it('are called by the names of recipes here, with ids where two are called the same', async () => {
    const { app, dir, first } = await measured()
    const mine = { recipe: 'bm25', options: { b: 0.1 } }
    await app.request('recipes.save', { dir, name: 'Mine', ...mine })
    await evaluateSmall(app, { dir, recipes: [mine], k: [1, 2] })
    const again = await runOfSmall(app, dir, { recipe: 'bm25' })
    const runs = ['2', first.id, again.id]
    const { runs: named } = await app.request('evaluation.together', { dir, runs })
    const [own, ...same] = named.map(({ label }) => label)
    expect(own).toBe('Mine')
    expect(same).toEqual([`bm25 ${first.id.slice(0, 8)}`, `bm25 ${again.id.slice(0, 8)}`])
  })

  it('say what of each is outdated, also of a part of one', async () => {
    const { app, dir, second } = await measured()
    const { rows } = await app.request('catalog.list', { dir, limit: 1 })
    const id = rows[0]?.id ?? ''
    await app.request('catalog.saveLayer', { dir, id, layer: { description: 'Other.' }, base: {} })
    const runs = [`${second.id}:exact`]
    const { outdated } = await app.request('evaluation.together', { dir, runs })
    expect(outdated).toEqual({ [`${second.id}:exact`]: [{ of: 'catalog', edits: 1 }] })
  })

  it('are also of one choice before more was learned, where there is no other', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { rows } = await app.request('catalog.list', { dir, limit: 1 })
    const learned: string[] = []
    for (const query of ['put it off', 'mail it']) {
      await app.request('history.add', { dir, query, tools: [rows[0]?.id ?? ''] })
      learned.push((await runOfSmall(app, dir, { recipe: 'ptr' })).id)
    }
    const { runs } = await app.request('evaluation.together', { dir })
    expect(runs.map(({ run }) => run.id)).toEqual(learned)
    const { baseline, others } = await app.request('evaluation.sideBySide', { dir })
    expect([baseline, ...others].map((each) => each?.run.id)).toEqual(learned)
  })

  it('are none where nothing is measured, on a golden set or at all', async () => {
    const { app, dir } = await measured()
    const message = 'Nothing is measured on “other” yet.'
    expect(
      await app.reply('evaluation.together', { dir, goldenSet: 'other', all: true }),
    ).toMatchObject({ error: { code: 'not-found', message } })
    const { dir: empty } = await app.request('workspace.create', { name: 'Empty' })
    expect(await app.reply('evaluation.together', { dir: empty })).toMatchObject({
      error: { code: 'not-found', message: 'Nothing is measured yet in this workspace.' },
    })
  })
})
