import { describe, expect, it, onTestFinished } from 'vitest'
import { trialText } from '../../src-main/domain/recipe/trial-text'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { openApp } from './open-app'

async function demo() {
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  const asked = (more: object = {}) => ({ dir, goldenSet: 'demo', recipe: 'hybrid', ...more })
  return { app, dir, asked }
}

describe('trying other settings', () => {
  it('tries what has an effect beside the options given, and keeps nothing', async () => {
    const { app, dir, asked } = await demo()
    const harmed = { components: ['parameters'], lexicalWeight: 1, clauses: false }
    const input = asked({ options: { ...harmed, lexicalHalfWeight: 14 } })
    const before = await app.request('evaluation.runs', { dir })
    const trial = await app.request('evaluation.trySettings', input)
    expect(trial).toMatchObject({ queries: 120, of: 120, k: 5 })
    // What has no effect beside a fixed weight is not tried.
    expect(trial.tried.map(({ label }) => label).join()).not.toContain('words found')
    expect(trial.tried.map(({ label }) => label)).toContain('With each clause searched')
    for (const { options } of trial.tried) expect(options).toMatchObject({ lexicalWeight: 1 })
    expect(await app.request('evaluation.runs', { dir })).toEqual(before)
  })

  it('says what is clearly better, with how far that holds on other queries', async () => {
    const { app, asked } = await demo()
    // Only the words of details and parameters are matched: what nobody would choose.
    const poor = { wordWeights: { name: 0, purpose: 0, questions: 0 }, lexicalWeight: 1 }
    const trial = await app.request('evaluation.trySettings', asked({ options: poor, k: 3 }))
    const recalls = trial.tried.map(({ recall }) => recall)
    const { tried = -1, gain, fixed = 0, broken = 0 } = trial.better ?? {}
    expect(recalls[tried]).toBe(Math.max(...recalls))
    expect(recalls[tried]).toBeGreaterThan(trial.recall)
    expect(gain?.ci95[0]).toBeGreaterThan(0)
    expect(fixed).toBeGreaterThan(broken)
    expect(trialText(trial, trial.recipe)).toContain('by five folds')
  })

  it('says that nothing is clearly better where what gains may do so by chance', async () => {
    const { app, asked } = await demo()
    const trial = await app.request('evaluation.trySettings', asked({ k: 3 }))
    expect(Math.max(...trial.tried.map(({ recall }) => recall))).toBeGreaterThan(trial.recall)
    expect(trial).not.toHaveProperty('better')
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
    const [one, other] = [
      await app.request('evaluation.trySettings', asked()),
      await app.request('evaluation.trySettings', asked()),
    ]
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
    expect(trialText(onLogged, 'Hybrid')).toContain('on your 120 logged queries')
    expect(onLogged.remarks.join()).toContain('know only tools that were given')
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
