import { describe, expect, it, onTestFinished } from 'vitest'
import { recipes } from '../../src-main/features/recipes'
import { chatModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { answering } from '../fakes/ollama/speech'
import { openApp, type AppUnderTest } from './open-app'

const ID = 'convert_currency'
const LAYER = { questions: ['How many euros is that in dollars?'] }
const RERANKED = { recipe: 'toolshed', options: { rerank: 'model' } }

async function withSmall(): Promise<AppUnderTest & { dir: string }> {
  const app = await openApp()
  return { ...app, dir: await app.smallWorkspace() }
}

/** A workspace whose chat model answers so, or does not answer at all. */
async function withModel(says: () => unknown) {
  const ollama = await startFakeOllama([chatModel({ says: answering(says) })])
  onTestFinished(() => ollama.close())
  const app = await withSmall()
  await app.request('settings.write', { ollamaUrl: ollama.url, chatModel: 'ollama:small-chat' })
  return { ...app, ollama }
}

describe.each(recipes.all)('the effect of an edit on $id', ({ id: recipe, title, size }) => {
  it('is what it gives once the edit is saved', async () => {
    const { request, dir } = await withSmall()
    const edit = { dir, id: ID, layer: LAYER, recipe, k: 1 }
    const { effect } = await request('effect.measure', edit)
    expect(effect).toMatchObject({ askedOf: title, goldenSet: 'asked' })
    expect(effect).toHaveProperty('rows')
    if (size === 'k') expect(effect).toMatchObject({ k: 1, depth: 30 })
    else expect(effect).not.toHaveProperty('k')
    await request('catalog.saveLayer', { dir, id: ID, layer: LAYER })
    const saved = (await request('effect.measure', edit)).effect
    expect(saved?.rows.map(({ query, tool, before }) => [query, tool, before])).toEqual(
      expect.arrayContaining(
        (effect?.rows ?? []).map(({ query, tool, after }) => [query, tool, after]),
      ),
    )
    expect(saved?.own).toMatchObject({ fixed: 0, broken: 0 })
  })
})

describe('the effect of an edit on a recipe that asks a model', () => {
  it('says how many calls it takes before any is made, and measures once it may', async () => {
    const { request, reply, dir, ollama } = await withModel(() => ({ ranking: [1, 2, 3] }))
    const edit = { dir, id: ID, layer: LAYER, ...RERANKED }
    const refused = await reply('effect.measure', edit)
    expect(refused).toMatchObject({
      error: {
        code: 'asks-model',
        message: expect.stringMatching(/^“Toolshed” asks a model: at most \d+ calls\.$/) as string,
      },
    })
    expect(ollama.chatted).toEqual([])
    const { effect } = await request('effect.measure', { ...edit, mayAsk: true })
    expect(effect).toMatchObject({ askedOf: 'Toolshed' })
    expect(ollama.chatted.length).toBeGreaterThan(0)
  })

  it('is no measurement where the model fails', async () => {
    const { reply, dir, ollama } = await withModel(() => ({ ranking: [1] }))
    ollama.chatFaults.push(...Array.from({ length: 9 }, () => 'runner-killed' as const))
    const edit = { dir, id: ID, layer: LAYER, ...RERANKED, mayAsk: true }
    expect(await reply('effect.measure', edit)).toMatchObject({
      error: {
        code: 'unavailable',
        message: expect.stringContaining('nothing is measured') as string,
      },
    })
  })

  it('asks anew what was asked without the model once one is connected', async () => {
    const { request, dir, ollama } = await withModel(() => ({ ranking: [1, 2, 3] }))
    const edit = { dir, id: ID, layer: LAYER, ...RERANKED, mayAsk: true }
    await request('settings.write', { chatModel: '' })
    const { effect } = await request('effect.measure', edit)
    expect(effect?.degraded).not.toEqual([])
    await request('settings.write', { chatModel: 'ollama:small-chat' })
    const again = (await request('effect.measure', edit)).effect
    expect(again?.degraded.join()).not.toContain('No language model is connected')
    expect(ollama.chatted.length).toBeGreaterThan(0)
  })

  it('says what is degraded where no model is connected', async () => {
    const { request, dir } = await withSmall()
    const { effect } = await request('effect.measure', { dir, id: ID, layer: LAYER, ...RERANKED })
    expect(effect?.degraded).toEqual([expect.stringContaining('No language model is connected')])
  })
})

it('the effect of an edit names an option that the recipe does not take', async () => {
  const { reply, dir } = await withSmall()
  const edit = { dir, id: ID, layer: LAYER, recipe: 'ptr', options: { depth: 3 } }
  expect(await reply('effect.measure', edit)).toMatchObject({ error: { code: 'bad-input' } })
  const unknown = await reply('effect.measure', { ...edit, recipe: 'magic', options: {} })
  expect(unknown).toMatchObject({ error: { code: 'not-found' } })
})
