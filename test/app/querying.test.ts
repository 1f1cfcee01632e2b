import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool'
import { openApp } from './open-app'

describe('querying', () => {
  it('gives the tool set with score parts, tokens and the whole trace', async () => {
    const { ask, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const answer = await ask('query.run', { dir, text: 'send an email', recipe: 'hybrid', k: 2 })
    expect(answer.tools.map(({ name, rank }) => [rank, name])).toEqual([
      [1, 'send_email'],
      [2, 'search_email'],
    ])
    const sources = answer.tools[0]?.parts.map(({ source }) => source)
    expect(sources).toEqual(['bm25', 'standard bm25', 'cosine', 'standard cosine'])
    expect(answer.trace.map(({ stage }) => stage)).toEqual(['plan', 'standard scores', 'select'])
    expect(answer.trace[1]?.branches.flat().map(({ stage }) => stage)).toEqual(['bm25', 'dense'])
    expect(answer.promptTokens).toBeLessThan(answer.catalogTokens ?? 0)
  })

  it('embeds only what changed', async () => {
    const { ask, progress, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await ask('knowledge.index', { dir })).toMatchObject({ embedded: 5, reused: 0 })
    expect(progress.at(-1)).toEqual({ what: 'Embedding tool documents', done: 5, total: 5 })
    const id = ToolId.parse('get_weather')
    await ask('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
    expect(await ask('knowledge.status', { dir })).toMatchObject({ documents: 5, embedded: 4 })
    expect(await ask('knowledge.index', { dir })).toMatchObject({ embedded: 1, reused: 4 })
  })

  it('explains why a tool was not picked', async () => {
    const { ask, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'send an email', recipe: 'bm25', k: 1 }
    const second = await ask('query.explain', { ...question, tool: ToolId.parse('search_email') })
    expect(second.verdict).toBe('Not picked: place 2 after bm25, and k is 1.')
    expect(second.matchedTerms).toEqual(['email'])
    expect(second.missingTerms).toEqual(['send'])
    const absent = await ask('query.explain', { ...question, tool: ToolId.parse('get_weather') })
    expect(absent.verdict).toMatch(/no word of the query is in its document/)
    const shallow = await ask('query.explain', {
      ...question,
      options: { depth: 1 },
      tool: ToolId.parse('search_email'),
    })
    expect(shallow.verdict).toMatch(/place 2, beyond the 1 fetched/)
    const first = await ask('query.explain', { ...question, tool: ToolId.parse('send_email') })
    expect(first.verdict).toBe('Picked, at place 1 of 1.')
  })

  it('names the options of a recipe that is given a wrong one', async () => {
    const { reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const ask = { dir, text: 'email', recipe: 'bm25' }
    expect(await reply('query.run', { ...ask, options: { k1: 'much' } })).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('k1, b') as string },
    })
    expect(await reply('query.run', { ...ask, options: { nonsense: 1 } })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('nonsense') as string },
    })
    expect(await reply('query.run', { ...ask, recipe: 'magic' })).toMatchObject({
      error: { code: 'not-found', fix: 'Choose one of: bm25, dense, hybrid.' },
    })
  })

  it('says how to get an embedder that is not there', async () => {
    const { ask, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    await ask('settings.write', { ollamaUrl: 'http://127.0.0.1:9' })
    const answer = await reply('query.run', {
      dir,
      text: 'email',
      recipe: 'dense',
      embedder: 'ollama:some-model',
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('describes every recipe with its options, defaults and diagram', async () => {
    const { ask } = await openApp()
    const recipes = await ask('recipes.list', {})
    expect(recipes.map(({ id, diagram }) => [id, diagram])).toEqual([
      ['bm25', ['plan', 'bm25', 'select']],
      ['dense', ['plan', 'dense', 'select']],
      ['hybrid', ['plan', [['bm25'], ['dense']], 'standard scores', 'select']],
    ])
    for (const { options, defaults } of recipes) {
      expect(Object.keys(options['properties'] ?? {})).toEqual(
        expect.arrayContaining(Object.keys(defaults)),
      )
    }
  })
})
