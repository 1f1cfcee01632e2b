import { describe, expect, it, onTestFinished } from 'vitest'
import type { Broadcast } from '../../src-main/contract/reply'
import { ToolId } from '../../src-main/domain/tool/tool'
import { fakeModel, startFakeOllama, type FakeOllama } from '../fakes/ollama/ollama-server'
import { openApp } from './open-app'

const MINILM = { name: 'all-minilm:latest', contextTokens: 512, numCtx: 256 }
const EMBEDDER = 'ollama:all-minilm'

/** The whole product on an Ollama with one small model, and the small catalog. */
async function open() {
  const ollama = await startFakeOllama([fakeModel(MINILM)])
  onTestFinished(() => ollama.close())
  const opened = await openApp()
  const notices: string[] = []
  opened.app.onBroadcast((event: Broadcast) => {
    if (event.kind === 'notice') notices.push(event.text)
  })
  await opened.request('settings.write', { ollamaUrl: ollama.url, embedder: EMBEDDER })
  return { ...opened, ollama, notices, dir: await opened.smallWorkspace() }
}
type Opened = Awaited<ReturnType<typeof open>>

const requestsToEmbed = ({ requests }: FakeOllama) =>
  requests.filter((each) => each === 'POST /api/embed').length

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

/** Makes one tool's text longer than the model takes in. */
const lengthen = ({ request, dir }: Opened) =>
  request('catalog.saveLayer', {
    dir,
    id: ToolId.parse('get_weather'),
    layer: { description: `Weather forecast ${words(330)}` },
  })

/** A golden set of so many queries. */
async function goldenSet({ request, file, dir }: Opened, queries: string[]) {
  const set = queries.map((query, at) => ({ id: `q${at}`, query, tools: ['get_weather'] }))
  await request('golden.import', { dir, path: await file('many.json', set) })
}

describe('a tool whose text is longer than the model takes in', () => {
  it('is indexed by its beginning, which is said then and ever after', async () => {
    const opened = await open()
    const { request, dir } = opened
    await lengthen(opened)
    const cut = { cut: 1, cutTools: ['get_weather'] }
    const index = () => request('knowledge.index', { dir })
    expect(await index()).toMatchObject({ embedded: 5, reused: 0, ...cut })
    expect(await request('knowledge.status', { dir })).toMatchObject({ embedded: 5, ...cut })
    expect(await index()).toMatchObject({ embedded: 0, reused: 5, ...cut })
    await request('catalog.saveLayer', { dir, id: ToolId.parse('get_weather'), layer: {} })
    expect(await index()).toMatchObject({ embedded: 1, reused: 4, cut: 0, cutTools: [] })
    expect(await request('knowledge.status', { dir })).toMatchObject({ embedded: 5, cut: 0 })
  })

  it('is told of by a query that embeds it, once', async () => {
    const opened = await open()
    const { request, dir, notices } = opened
    await lengthen(opened)
    const question = { dir, recipe: 'dense', text: 'weather' }
    const { remarks } = await request('query.run', question)
    await request('query.run', question)
    expect(remarks).toEqual([])
    expect(notices).toEqual([
      '1 tool document is longer than all-minilm takes in: only its beginning is embedded (get_weather).',
    ])
  })
})

describe('a model that comes to NaN of one text', () => {
  const poison = 'Weather for a poison ivy map'
  const poisoned = async () => {
    const opened = await open()
    const { request, dir, ollama } = opened
    ollama.makesNaN = (text) => text.includes('poison')
    const layer = { description: poison }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('get_weather'), layer })
    return opened
  }

  it('embeds all others, and that tool is named, and found by words', async () => {
    const { request, dir, notices, ollama } = await poisoned()
    const without = { none: 1, noneTools: ['get_weather'] }
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 4, ...without })
    expect(await request('knowledge.status', { dir })).toMatchObject({ embedded: 4, ...without })
    expect(notices).toEqual([
      expect.stringMatching(
        /^1 of 5 texts of tools has no vector: get_weather\. all-minilm answered NaN/,
      ),
    ])
    const before = requestsToEmbed(ollama)
    const { tools, degraded } = await request('query.run', {
      dir,
      recipe: 'hybrid',
      text: 'weather forecast map',
    })
    expect(tools.map(({ tool }) => tool)).toContain('get_weather')
    expect(degraded).toEqual([])
    // The query alone: what has no vector is not sent again.
    expect(requestsToEmbed(ollama)).toBe(before + 1)
  })

  it('is asked again for it where that is wanted, and where the text changes', async () => {
    const { request, dir, ollama } = await poisoned()
    await request('knowledge.index', { dir })
    delete ollama.makesNaN
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 1, reused: 4 })
    expect(await request('knowledge.status', { dir })).toMatchObject({ embedded: 5 })
    expect(await request('knowledge.status', { dir })).not.toHaveProperty('none')
  })

  it('is left out for a query that does so, which is said and measured by nobody', async () => {
    const { request, file, dir, ollama } = await open()
    ollama.makesNaN = (text) => text.includes('poison')
    const question = { dir, text: 'weather forecast for poison ivy' }
    const { tools, degraded } = await request('query.run', { ...question, recipe: 'hybrid' })
    expect(tools[0]?.tool).toBe('get_weather')
    expect(degraded).toEqual([
      expect.stringMatching(/^Meaning was not searched: .*poison ivy.*answered NaN/),
    ])
    await expect(request('query.run', { ...question, recipe: 'dense' })).rejects.toThrow(
      'answered NaN',
    )
    const set = [{ id: 'q', query: question.text, tools: ['get_weather'] }]
    await request('golden.import', { dir, path: await file('one.json', set) })
    const recipes = [{ recipe: 'hybrid' }]
    const { runs, failed } = await request('evaluation.run', {
      dir,
      goldenSet: 'one',
      recipes,
      k: [1],
    })
    expect(runs).toEqual([])
    expect(failed[0]?.problem.message).toMatch('answered NaN')
  })

  it('is one problem where it does so for every text', async () => {
    const { request, dir, ollama, notices } = await open()
    ollama.makesNaN = () => true
    await expect(request('knowledge.index', { dir })).rejects.toThrow(
      'The model all-minilm makes no vectors: it answered NaN.',
    )
    const { tools, degraded } = await request('query.run', {
      dir,
      recipe: 'hybrid',
      text: 'weather forecast',
    })
    expect(tools[0]?.tool).toBe('get_weather')
    expect(degraded).toEqual([expect.stringContaining('makes no vectors')])
    expect(notices).toEqual([])
  })
})

describe('a model of the same name with other dimensions', () => {
  it.each(['another digest', 'the same digest'])('is embedded anew (%s)', async (digest) => {
    const { request, dir, ollama } = await open()
    let asked = 0
    const ask = () => request('query.run', { dir, recipe: 'dense', text: `weather ${asked++}` })
    const before = await ask()
    expect(before.tools.length).toBeGreaterThan(0)
    for (const model of ollama.models) {
      model.dimensions = 12
      if (digest === 'another digest') model.digest = 'f'.repeat(64)
    }
    // Where nothing tells of the change but a vector, the first is told, and the next is answered.
    if (digest === 'the same digest') await expect(ask()).rejects.toThrow('12 numbers')
    expect((await ask()).tools).toHaveLength(before.tools.length)
    expect(await request('knowledge.status', { dir })).toMatchObject({
      embedded: 5,
      dimensions: 12,
    })
  })
})

describe('a query that is longer than the model takes in', () => {
  const long = words(700)

  it('is answered by its beginning, as its trace says', async () => {
    const { request, dir } = await open()
    const question = { dir, recipe: 'hybrid', text: long, withTrace: true, k: 3 }
    const { remarks, tools, trace } = await request('query.run', question)
    expect(tools).toHaveLength(3)
    const said = expect.stringMatching(/^The query is longer .* the first \d+ are embedded\.$/)
    expect(remarks).toEqual([said])
    expect(JSON.stringify(trace)).toContain('The query is longer than the embedder takes in')
  })

  it('does not end an evaluation, whose run says how many there were', async () => {
    const opened = await open()
    await goldenSet(opened, ['weather in Rome', long, 'send mail'])
    const { request, dir } = opened
    const recipes = [{ recipe: 'dense' }, { recipe: 'bm25' }]
    const { runs, failed } = await request('evaluation.run', { dir, goldenSet: 'many', recipes })
    expect(failed).toEqual([])
    expect(runs.map(({ shortened }) => shortened)).toEqual([1, undefined])
    const { rows } = await request('evaluation.outcomes', { dir, run: runs[0]?.id ?? '' })
    expect(rows.filter(({ shortened }) => shortened).map(({ id }) => id)).toEqual(['q1'])
  })
})

describe('an evaluation with a model of Ollama', () => {
  const many = Array.from({ length: 497 }, (_, at) => `weather in town ${at}`)

  it('embeds each query once for all recipes, in batches', async () => {
    const opened = await open()
    const { request, dir, ollama, progress } = opened
    await goldenSet(opened, many)
    await request('knowledge.index', { dir })
    const before = requestsToEmbed(ollama)
    const recipes = [{ recipe: 'dense' }, { recipe: 'hybrid' }]
    const input = { dir, goldenSet: 'many', recipes }
    const { runs } = await request('evaluation.run', input)
    expect(runs.map(({ queries }) => queries)).toEqual([497, 497])
    expect(requestsToEmbed(ollama) - before).toBeLessThanOrEqual(28)
    const asked = ollama.embedded.flatMap(({ input: texts }) => texts)
    expect(asked.filter((text) => text.startsWith('weather in town'))).toHaveLength(497)
    expect(progress).toContainEqual({
      what: 'Dense (1 of 2) on “many”: embedding the queries',
      done: 497,
      total: 497,
      unit: 'texts',
    })
  })

  it('embeds the clauses of queries with them, and of one query together', async () => {
    const opened = await open()
    const { request, dir, ollama } = opened
    const compound = (at: number) => `weather in town ${at}, then an email to friend ${at}`
    await goldenSet(
      opened,
      Array.from({ length: 100 }, (_, at) => compound(at)),
    )
    await request('knowledge.index', { dir })
    const before = requestsToEmbed(ollama)
    const recipes = [{ recipe: 'hybrid' }]
    await request('evaluation.run', { dir, goldenSet: 'many', recipes })
    expect(requestsToEmbed(ollama) - before).toBeLessThanOrEqual(20)
    await request('query.run', { dir, recipe: 'hybrid', text: compound(100) })
    const last = ollama.embedded.slice(-2).map(({ input }) => input)
    expect(last).toEqual([[compound(100)], ['weather in town 100', 'an email to friend 100']])
  })

  it('embeds none where it resumes what is measured', async () => {
    const opened = await open()
    const { request, dir, ollama } = opened
    await goldenSet(opened, many)
    const dense = { recipe: 'dense' }
    await request('evaluation.run', { dir, goldenSet: 'many', recipes: [dense] })
    const before = requestsToEmbed(ollama)
    const again = { dir, goldenSet: 'many', resume: true }
    await request('evaluation.run', { ...again, recipes: [dense] })
    expect(requestsToEmbed(ollama)).toBe(before)
    const { reused } = await request('evaluation.run', {
      ...again,
      recipes: [dense, { recipe: 'hybrid' }],
    })
    expect(reused).toHaveLength(1)
    expect(requestsToEmbed(ollama) - before).toBeLessThanOrEqual(28)
  })

  it.each([
    [0, 1],
    [8, 2],
  ])('stops while it embeds the queries when told to (after %i alone)', async (alone, inFlight) => {
    const opened = await open()
    const { request, reply, dir, ollama } = opened
    await goldenSet(opened, many)
    await request('knowledge.index', { dir })
    const stop = new AbortController()
    const before = requestsToEmbed(ollama)
    const input = { dir, goldenSet: 'many', recipes: [{ recipe: 'dense' }] }
    const stopped = reply('evaluation.run', input, stop.signal)
    while (requestsToEmbed(ollama) - before < alone) await new Promise(setImmediate)
    ollama.hold = new Promise(() => undefined)
    while (ollama.inFlight.now < inFlight) await new Promise(setImmediate)
    stop.abort()
    expect(await stopped).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    while (ollama.inFlight.now > 0) await new Promise(setImmediate)
  })

  it('takes the model’s end in the middle for what it is, and keeps the other recipe', async () => {
    const opened = await open()
    const { request, dir, ollama } = opened
    await goldenSet(opened, many)
    await request('knowledge.index', { dir })
    ollama.models = []
    const recipes = [{ recipe: 'bm25' }, { recipe: 'dense' }]
    const { runs, failed } = await request('evaluation.run', { dir, goldenSet: 'many', recipes })
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25'])
    expect(failed[0]?.problem.fix).toBe('Run: ollama pull all-minilm')
  })
})

it('the list of models says where Ollama is asked, and who said so', async () => {
  const { request, ollama } = await open()
  expect(await request('models.list', {})).toMatchObject({
    models: [{ name: 'builtin' }, { name: 'sentences' }, { name: EMBEDDER }],
    ollama: { address: ollama.url, from: 'settings' },
  })
})
