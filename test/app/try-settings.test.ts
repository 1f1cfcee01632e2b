import { describe, expect, it, onTestFinished } from 'vitest'
import { trialText } from '../../src-main/domain/recipe/trial-text'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { manualClock } from '../fakes/clock'
import { emptyFolder, openApp, openAppWith } from './open-app'
import { watchedEmbedder } from './small-evaluation'

async function demo() {
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  const asked = (more: object = {}) => ({ dir, goldenSet: 'demo', recipe: 'hybrid', ...more })
  return { app, dir, asked }
}

describe('trying other settings', () => {
  it('tries what has an effect beside the options given, and keeps nothing', async () => {
    const { app, dir, asked } = await demo()
    const harmed = { components: ['parameters'], search: 'bm25', clauses: false }
    const input = asked({ options: { ...harmed, denseWeight: 1.2 } })
    const before = await app.request('evaluation.runs', { dir })
    const trial = await app.request('evaluation.trySettings', input)
    expect(trial).toMatchObject({ queries: 120, of: 120, k: 5 })
    // What has no effect where words alone are searched is not tried.
    expect(trial.tried.map(({ label }) => label).join()).not.toContain('meaning counting')
    expect(trial.tried.map(({ label }) => label)).toContain('With each clause searched')
    const ofSettings = trial.tried.filter(({ recipe }) => recipe === undefined)
    for (const { options } of ofSettings) expect(options).toMatchObject({ search: 'bm25' })
    expect(await app.request('evaluation.runs', { dir })).toEqual(before)
  })

  it('says what is clearly better, with how far that holds on other queries', async () => {
    const { app, asked } = await demo()
    // Only the words of details and parameters are matched: what nobody would choose.
    const poor = { wordWeights: { name: 0, purpose: 0, questions: 0 }, search: 'bm25' }
    const trial = await app.request('evaluation.trySettings', asked({ options: poor, k: 3 }))
    const recalls = trial.tried.map(({ recall }) => recall)
    const { tried = -1, gain, fixed = 0, broken = 0 } = trial.better ?? {}
    expect(recalls[tried]).toBe(Math.max(...recalls))
    expect(recalls[tried]).toBeGreaterThan(trial.recall)
    expect(gain?.ci95[0]).toBeGreaterThan(0)
    expect(fixed).toBeGreaterThan(broken)
    expect(trialText(trial, trial.recipe)).toContain('each fifth in turn')
  })

  it('tries other recipes that give k tools and ask no model, with the same filters', async () => {
    const { asked, app } = await demo()
    const options = { visibilities: ['public'] }
    const trial = await app.request('evaluation.trySettings', asked({ recipe: 'dense', options }))
    const recipes = trial.tried.flatMap(({ recipe, ...each }) =>
      recipe ? [{ recipe, ...each }] : [],
    )
    expect(recipes.map(({ recipe }) => recipe)).toEqual(
      expect.arrayContaining(['bm25', 'hybrid', 'toolshed', 'toolsee']),
    )
    // One asks a model, one picks its own k, one is a provider’s, and one is in use.
    for (const other of ['mftr', 'ptr', 'anthropic-bm25', 'dense'])
      expect(recipes.map(({ recipe }) => recipe)).not.toContain(other)
    for (const each of recipes) expect(each.options).toEqual(options)
    const found = trial.tried[trial.better?.tried ?? -1]
    expect(found?.recipe).toBeDefined()
    expect(found?.recall).toBe(Math.max(...trial.tried.map(({ recall }) => recall)))
    const { runs } = await app.request('evaluation.run', {
      dir: asked().dir,
      goldenSet: 'demo',
      recipes: [{ recipe: 'bm25', options }],
      k: [5],
    })
    const words = recipes.find(({ recipe }) => recipe === 'bm25')
    expect(words?.recall).toBeCloseTo(runs[0]?.measures['Recall@5']?.mean ?? NaN, 12)
  })

  it('promises less than was measured of what is told because it was large', async () => {
    const { app, asked } = await demo()
    const trial = await app.request('evaluation.trySettings', asked({ recipe: 'dense', k: 3 }))
    const found = trial.tried[trial.better?.tried ?? -1]
    expect(trial.better?.gain.mean).toBeLessThan((found?.recall ?? 0) - trial.recall)
  })

  it('gives other recipes half a minute, and names those for which there was no time', async () => {
    const clock = manualClock()
    const embedder = watchedEmbedder(() => clock.moveOn(1500))
    const app = await openAppWith(embedder, await emptyFolder(), { clock })
    const dir = await app.smallWorkspace()
    const queries = Array.from({ length: 30 }, (_, at) => ({
      id: `q${at}`,
      text: `send an email ${at}`,
      tools: ['send_email'],
      origin: 'human' as const,
    }))
    await app.request('golden.add', { dir, set: 'many', queries })
    const { tried, remarks } = await app.request('evaluation.trySettings', {
      dir,
      goldenSet: 'many',
      recipe: 'bm25',
    })
    expect(tried.filter(({ recipe }) => recipe !== undefined)).toEqual([])
    for (const title of ['Dense', 'Hybrid', 'ToolSEE']) {
      expect(remarks).toContain(`For ${title} there was no time.`)
    }
  })

  it('holds no recipe that gives k tools against one that picks its own k', async () => {
    const { app, asked } = await demo()
    const options = { size: 'adaptive' }
    const { tried, remarks } = await app.request('evaluation.trySettings', asked({ options }))
    expect(tried.filter(({ recipe }) => recipe !== undefined)).toEqual([])
    expect(remarks.join()).toContain('picks its own k')
  })

  it('says that nothing is clearly better where what gains may do so by chance', async () => {
    const { app, asked } = await demo()
    const weighed = { recipe: 'graph-rag-tool-fusion', options: { search: 'bm25' }, k: 3 }
    const trial = await app.request('evaluation.trySettings', asked(weighed))
    const most = Math.max(...trial.tried.map(({ recall }) => recall))
    expect(most).toBeGreaterThan(trial.recall)
    expect(trial).not.toHaveProperty('better')
    expect(trial.tried[trial.most?.tried ?? -1]?.recall).toBe(most)
    expect(trial.most?.gain.mean).toBeCloseTo(most - trial.recall, 12)
    expect(trialText(trial, trial.recipe)).toContain('clearly better on your 120 queries')
  })

  it('is not held up by a query without a word to match', async () => {
    const { app, dir, asked } = await demo()
    const { queries } = await app.request('golden.queries', { dir, set: 'demo', limit: 60 })
    const odd = queries.slice(0, 1).map((query) => ({ ...query, id: 'odd', text: '**' }))
    const rows = [...odd, ...queries]
    await app.request('golden.add', { dir, set: 'odd', queries: rows })
    expect(await app.request('evaluation.trySettings', asked({ goldenSet: 'odd' }))).toMatchObject({
      queries: 61,
    })
  })

  it('gives the same again', async () => {
    const { app, asked } = await demo()
    const one = await app.request('evaluation.trySettings', asked())
    const other = await app.request('evaluation.trySettings', asked())
    expect(one).toEqual(other)
  })

  it('refuses few queries and recipes that ask a model, each with what to do', async () => {
    const { app, asked } = await demo()
    const few = await app.reply('evaluation.trySettings', asked({ goldenSet: 'nothing fits' }))
    expect(few).toMatchObject({
      error: { code: 'bad-input', fix: 'Write at least 30.' },
    })
    const model = { recipe: 'toolshed', options: { preset: 'paper' } }
    expect(await app.reply('evaluation.trySettings', asked(model))).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('asks a language model') },
    })
  })

  it('keeps no model busy with a catalog that is not indexed', async () => {
    const ollama = await startFakeOllama([fakeModel()])
    onTestFinished(() => ollama.close())
    const { app, dir, asked } = await demo()
    await app.request('settings.write', { ollamaUrl: ollama.url })
    const model = 'ollama:nomic-embed-text'
    await app.request('models.choose', { dir, role: 'embedder', model })
    expect(await app.reply('evaluation.trySettings', asked())).toMatchObject({
      error: { code: 'bad-input', fix: 'Index the catalog first.' },
    })
    await app.request('knowledge.index', { dir })
    const { remarks } = await app.request('evaluation.trySettings', asked())
    expect(remarks).toEqual(['Settings that embed the catalog again are not tried by themselves.'])
  })

  it('asks what somebody logged where no golden set is named', async () => {
    const { app, dir, asked } = await demo()
    const logged = { dir, recipe: 'hybrid' }
    expect(await app.reply('evaluation.trySettings', logged)).toMatchObject({
      // All that the demo has logged is synthetic.
      error: { code: 'bad-input', message: expect.stringContaining('0 logged queries') },
    })
    const { queries } = await app.request('golden.queries', { dir, set: 'demo', limit: 120 })
    const onGolden = await app.request('evaluation.trySettings', asked())
    const log = queries.map(({ text, tools }) => ({ query: text, tools }))
    await app.request('history.import', { dir, path: await app.file('logged.json', log) })
    const { goldenSet, ...onLogged } = await app.request('evaluation.trySettings', logged)
    expect(goldenSet).toBeUndefined()
    expect(onLogged).toMatchObject({ queries: 120, of: 120 })
    expect(onLogged.recall).toBeCloseTo(onGolden.recall, 10)
    expect(trialText(onLogged, 'Hybrid')).toContain('your 120 logged queries')
    expect(onLogged.remarks.join()).toContain('know only tools that were given')
  }, 60_000)

  it('tries learning from what somebody logged, with no query learning from its like', async () => {
    const { app, dir, asked } = await demo()
    const learning = (tried: { options: object; recall: number }[]) =>
      tried.find(({ options }) => 'history' in options)
    // All that the demo has logged is synthetic.
    const before = await app.request('evaluation.trySettings', asked())
    expect(learning(before.tried)).toBeUndefined()
    const { queries } = await app.request('golden.queries', { dir, set: 'demo', limit: 120 })
    const log = queries.map(({ text, tools }) => ({ query: text, tools }))
    await app.request('history.import', { dir, path: await app.file('logged.json', log) })
    for (const input of [asked(), { dir, recipe: 'hybrid' }]) {
      const found = learning((await app.request('evaluation.trySettings', input)).tried)
      expect(found).toMatchObject({ label: 'Learning from logged queries' })
      const { runs } = await app.request('evaluation.run', {
        dir,
        goldenSet: 'demo',
        recipes: [{ recipe: 'hybrid', options: { history: true } }],
        k: [5],
      })
      expect(runs[0]?.history?.heldOut).toBe(120)
      expect(found?.recall).toBeCloseTo(runs[0]?.measures['Recall@5']?.mean ?? NaN, 10)
    }
  }, 60_000)

  it('can be stopped', async () => {
    const { app, asked } = await demo()
    const stop = new AbortController()
    const reply = app.app.dispatch('evaluation.trySettings', asked(), {
      signal: stop.signal,
      emit: () => stop.abort(),
    })
    expect(await reply).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })
})
