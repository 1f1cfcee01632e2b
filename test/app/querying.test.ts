import { describe, expect, it } from 'vitest'
import { ToolId, type JsonObject } from '../../src-main/domain/tool/tool'
import { scorePartsOf } from '../../src-main/domain/trace/score'
import { recipes } from '../../src-main/features/recipes'
import { openApp } from './open-app'

describe('querying', () => {
  it('gives the tool set with its witnesses, tokens and the whole trace', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const answer = await request('query.run', {
      dir,
      text: 'send an email',
      recipe: 'hybrid',
      k: 2,
      withTrace: true,
    })
    expect(answer.tools.map(({ name, rank }) => [rank, name])).toEqual([
      [1, 'send_email'],
      [2, 'search_email'],
    ])
    const sources = scorePartsOf(answer.tools[0]?.witnesses ?? []).map(({ source }) => source)
    expect(sources).toEqual(['bm25', 'calibrated bm25', 'cosine', 'calibrated cosine'])
    expect(answer.trace?.map(({ stage }) => stage)).toEqual([
      'plan',
      'calibrated scores',
      'cover parts',
      'named first',
      'select',
    ])
    expect(answer.trace?.[1]?.branches.map(({ label, steps }) => [label, steps[0]?.path])).toEqual([
      ['words', 'calibrated scores/words/bm25'],
      ['meaning', 'calibrated scores/meaning/dense'],
    ])
    expect(answer.promptTokens).toBeLessThan(answer.everything?.promptTokens ?? 0)
  })

  it('embeds only what changed', async () => {
    const { request, progress, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 5, reused: 0 })
    expect(progress.at(-1)).toEqual({ what: 'Embedding tool documents', done: 5, total: 5 })
    const id = ToolId.parse('get_weather')
    await request('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
    expect(await request('knowledge.status', { dir })).toMatchObject({ documents: 5, embedded: 4 })
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 1, reused: 4 })
  })

  it('explains why tools were not picked, in words of the query as written', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'sending an email', recipe: 'bm25', k: 1 }
    const tools = ['search_email', 'get_weather', 'send_email'].map((id) => ToolId.parse(id))
    const [second, absent, first] = await request('query.explain', { ...question, tools })
    expect(second?.verdict).toBe('Not picked: place 2, below the cut at k = 1 (Cut at k).')
    expect(second?.matchedWords).toEqual(['email'])
    expect(second?.missingWords).toEqual(['sending'])
    expect(absent?.verdict).toBe(
      'Not picked: its document holds no word of the query (Search by words).',
    )
    expect(first?.verdict).toBe('Picked, at place 1 of 1.')
    const shallow = { ...question, options: { depth: 1 }, tools: tools.slice(0, 1) }
    expect((await request('query.explain', shallow))[0]?.verdict).toBe(
      'Not picked: place 2, beyond the first 1 (Search by words).',
    )
  })

  it('names the filters first for a tool that they keep out, whatever its words', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const id = ToolId.parse('send_email')
    await request('catalog.saveLayer', { dir, id, layer: { visibility: 'hidden' } })
    const question = { dir, text: 'send an email', recipe: 'hybrid', tools: [id] }
    expect(await request('query.explain', question)).toEqual([
      {
        tool: id,
        filtered: true,
        filteredBy: ['visibilities'],
        verdict: 'Left out before ranking: visibility is hidden.',
        standings: [],
        matchedWords: [],
        missingWords: [],
      },
    ])
    const options = { visibilities: ['public', 'internal', 'hidden'] }
    const [shown] = await request('query.explain', { ...question, options })
    expect(shown?.verdict).toMatch(/^Picked/)
  })

  it('says so where the catalog holds fewer tools than are wanted', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'email', recipe: 'dense' }
    const { remarks } = await request('query.run', { ...question, k: 50 })
    expect(remarks).toEqual(['50 tools were wanted; the catalog holds 5.'])
    expect((await request('query.run', { ...question, k: 5 })).remarks).toEqual([])
    const shallow = await request('query.run', { ...question, k: 4, options: { depth: 2 } })
    expect(shallow.tools).toHaveLength(2)
    expect(shallow.remarks).toEqual([
      '4 tools were wanted; the recipe looks at 2. Raise its depth to see more.',
    ])
  })

  it('says so where options were chosen that have no effect, one or several', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const remarksWith = async (options: JsonObject, recipe = 'toolshed') => {
      const answer = await request('query.run', { dir, text: 'email', recipe, options, k: 2 })
      return answer.remarks
    }
    expect(await remarksWith({ preset: 'paper', searchAgain: 2 })).toEqual([
      'An option that was chosen has no effect beside the others: “Search again, at most” (searchAgain).',
    ])
    expect(await remarksWith({ planner: 'rules', variations: 5, stepBack: true })).toEqual([
      'Options that were chosen have no effect beside the others: “Variations of each step” (variations), “Step back” (stepBack).',
    ])
    expect(await remarksWith({ preset: 'paper', searchAgain: 0 })).toEqual([])
    expect(await remarksWith({ searchAgain: 2 })).toEqual([])
    expect(await remarksWith({ rankConstant: 10 }, 'hybrid')).toHaveLength(1)
  })

  it('gives the tools of the workspace’s k where none is named, and no trace unless wanted', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    await request('workspace.workWith', { dir, k: 2 })
    const answer = await request('query.run', { dir, text: 'email', recipe: 'dense' })
    expect(answer.k).toBe(2)
    expect(answer.tools).toHaveLength(2)
    expect(answer).not.toHaveProperty('trace')
  })

  it('names the options of a recipe that is given a wrong one', async () => {
    const { reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const question = { dir, text: 'email', recipe: 'bm25' }
    expect(await reply('query.run', { ...question, options: { k1: 'much' } })).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('k1, b') as string },
    })
    expect(await reply('query.run', { ...question, options: { nonsense: 1 } })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('nonsense') as string },
    })
    const fix = `Choose one of: ${recipes.all.map(({ id }) => id).join(', ')}.`
    expect(await reply('query.run', { ...question, recipe: 'magic' })).toMatchObject({
      error: { code: 'not-found', fix },
    })
  })

  it('says how to get an embedder that is not there', async () => {
    const { request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    await request('settings.write', { ollamaUrl: 'http://127.0.0.1:9' })
    const answer = await reply('query.run', {
      dir,
      text: 'email',
      recipe: 'dense',
      embedder: 'ollama:some-model',
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  })

  it('describes every recipe with its options, defaults and diagram', async () => {
    const { request } = await openApp()
    const listed = await request('recipes.list', {})
    expect(listed.map(({ id }) => id)).toEqual(recipes.all.map(({ id }) => id))
    const drawn = listed.map(({ id, size, diagram }) => [
      id,
      size,
      diagram.map(({ stage }) => stage),
    ])
    const known = [
      ['bm25', 'k', ['plan', 'bm25', 'named first', 'select']],
      ['dense', 'k', ['plan', 'dense', 'named first', 'select']],
      ['hybrid', 'k', ['plan', 'calibrated scores', 'cover parts', 'named first', 'select']],
      ['toolsee', 'k', ['plan', 'calibrated scores', 'clauses in turn', 'named first', 'select']],
      ['toolshed', 'k', ['split at clauses', 'cover steps', 'named first', 'select']],
      [
        'graph-rag-tool-fusion',
        'k',
        [
          'plan',
          'calibrated scores',
          'expected relevance',
          'reserve places',
          'named first',
          'select',
        ],
      ],
      ['mftr', 'k', ['rewrite into needs', 'score fields', 'named first', 'select']],
      ['ptr', 'adaptive', ['plan', 'named first', 'recommend']],
    ]
    expect(drawn).toEqual(expect.arrayContaining(known))
    expect(listed.find(({ id }) => id === 'hybrid')?.diagram[1]?.inside).toEqual([
      { label: 'words', nodes: [{ stage: 'bm25', inside: [] }] },
      { label: 'meaning', nodes: [{ stage: 'dense', inside: [] }] },
    ])
    for (const { options, defaults } of listed) {
      expect(Object.keys(options['properties'] ?? {})).toEqual(
        expect.arrayContaining(Object.keys(defaults)),
      )
    }
  })
})
