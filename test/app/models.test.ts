import { writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Broadcast } from '../../src-main/contract/reply'
import type { ActionAnswer } from '../../src-main/features/actions'
import { answering, chatModel, fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { senseAnswer } from '../fakes/sense-model'
import { changeStoredHead } from '../fixtures/workspace/stored-head'
import { openApp } from './open-app'

const chat = fakeModel({
  name: 'qwen3:4b',
  digest: 'qwen',
  family: 'qwen3',
  capabilities: ['completion', 'tools', 'thinking'],
})
const other = fakeModel({ name: 'bge-m3:latest', digest: 'bge', dimensions: 16 })

/** The whole product on an Ollama with two models that embed and one that chats. */
async function open() {
  const ollama = await startFakeOllama([fakeModel(), other, chat])
  onTestFinished(() => ollama.close())
  const opened = await openApp()
  await opened.request('settings.write', { ollamaUrl: ollama.url })
  return { ...opened, ollama, dir: await opened.smallWorkspace() }
}

const failed = { ok: false }

describe('the list of models', () => {
  it('begins with the built-in embedder, and says where Ollama is', async () => {
    const { request, ollama } = await open()
    const { models, ...others } = await request('models.list', {})
    const at = { address: ollama.url, from: 'settings' }
    expect(others).toEqual({ ollama: at, version: '0.32.15' })
    const names = models.map(({ name }) => name)
    expect(names).toEqual([
      'builtin',
      'sentences',
      'ollama:nomic-embed-text',
      'ollama:bge-m3',
      'ollama:qwen3:4b',
    ])
  })

  it('says why there are none of Ollama’s, and still holds the built-in one', async () => {
    const { request, ollama } = await open()
    await ollama.close()
    const { models, problem } = await request('models.list', {})
    expect(models.map(({ name }) => name)).toEqual(['builtin', 'sentences'])
    expect(problem).toMatchObject({ code: 'unavailable', fix: expect.stringContaining('Start it') })
  })
})

describe('a model chosen for a workspace', () => {
  it('is what its queries, its index and its evaluations use, and no other workspace', async () => {
    const { request, dir } = await open()
    const { dir: another } = await request('workspace.create', { name: 'Another' })
    const { workspace } = await request('models.choose', {
      dir,
      role: 'embedder',
      model: 'ollama:bge-m3',
    })
    expect(workspace?.models).toEqual({ embedder: 'ollama:bge-m3' })
    expect(await request('knowledge.index', { dir })).toMatchObject({ embedder: 'ollama:bge-m3' })
    expect(await request('knowledge.status', { dir })).toMatchObject({ dimensions: 16 })
    await request('query.run', { dir, text: 'mail', recipe: 'dense' })
    const { runs } = await request('evaluation.run', {
      dir,
      goldenSet: 'asked',
      recipes: [{ recipe: 'dense' }],
      k: [1],
    })
    expect(runs[0]?.embedder).toBe('ollama:bge-m3')
    const elsewhere = await request('knowledge.status', { dir: another })
    expect(elsewhere.embedder).toBe('builtin')
  })

  it('is written as Ollama names it, whatever it was called', async () => {
    const { request, dir } = await open()
    const { workspace } = await request('models.choose', {
      dir,
      role: 'chat',
      model: 'Library/QWEN3:4b',
    })
    expect(workspace?.models).toEqual({ chat: 'ollama:qwen3:4b' })
  })

  it('goes back to that of the settings', async () => {
    const { request, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    await request('models.choose', { role: 'embedder', model: 'ollama:nomic-embed-text' })
    expect((await request('knowledge.status', { dir })).embedder).toBe('ollama:bge-m3')
    const { workspace } = await request('models.choose', { dir, role: 'embedder', model: null })
    expect(workspace?.models).toBeUndefined()
    expect((await request('knowledge.status', { dir })).embedder).toBe('ollama:nomic-embed-text')
    const { settings } = await request('models.choose', { role: 'embedder', model: null })
    expect(settings.embedder).toBe('builtin')
  })

  it('is told to everyone, and two that choose at once both get their choice', async () => {
    const { app, request, dir } = await open()
    const told: Broadcast[] = []
    app.onBroadcast((event) => told.push(event))
    await Promise.all([
      request('models.choose', { dir, role: 'chat', model: 'ollama:qwen3:4b' }),
      request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' }),
      request('models.choose', { dir, role: 'reranker', model: 'ollama:qwen3:4b' }),
    ])
    expect((await request('workspace.read', { dir })).models).toEqual({
      chat: 'ollama:qwen3:4b',
      embedder: 'ollama:bge-m3',
      reranker: 'ollama:qwen3:4b',
    })
    expect(told.filter(({ kind }) => kind === 'changed')).toHaveLength(3)
  })

  it('is kept in a duplicate, and in an archive', async () => {
    const { request, dir, file } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    await request('models.choose', { dir, role: 'reranker', model: 'ollama:qwen3:4b' })
    const models = { embedder: 'ollama:bge-m3', reranker: 'ollama:qwen3:4b' }
    expect((await request('workspace.duplicate', { dir, name: 'Copy' })).models).toEqual(models)
    const { file: archive } = await request('workspace.export', { dir })
    const { bytes } = await request('files.read', { file: archive, offset: 0 })
    const path = await file('small.pegboard', '')
    await writeFile(path, Buffer.from(bytes, 'base64'))
    expect((await request('workspace.import', { path, name: 'Back' })).models).toEqual(models)
  })

  it.each([
    ['embedder', 'ollama:qwen3:4b', 'The model qwen3:4b does not embed.'],
    ['chat', 'ollama:bge-m3', 'The model bge-m3 does not chat.'],
    ['chat', 'builtin', 'The model Instant does not chat.'],
    ['reranker', 'ollama:bge-m3', 'The model bge-m3 does not chat.'],
    ['reranker', 'ollama:nothing', 'The model nothing is not installed in Ollama.'],
  ] as const)('as its %s cannot be %s', async (role, model, message) => {
    const { reply, request, dir } = await open()
    expect(await reply('models.choose', { dir, role, model })).toMatchObject({
      ...failed,
      error: { message, fix: expect.any(String) },
    })
    expect((await request('workspace.read', { dir })).models).toBeUndefined()
  })

  it('that is no choice, as another program may leave, is as if none were made', async () => {
    const { request, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    expect((await request('workspace.read', { dir })).models).toBeDefined()
    await changeStoredHead(dir, { models: { chat: 7 } })
    expect((await request('workspace.read', { dir })).models).toBeUndefined()
  })

  it('and deleted since is missed by the query that needs it, which says how to go on', async () => {
    const { request, reply, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    await request('query.run', { dir, text: 'mail', recipe: 'dense' })
    await request('models.delete', { model: 'ollama:bge-m3', confirm: 'ollama:bge-m3' })
    expect(await reply('query.run', { dir, text: 'weather', recipe: 'dense' })).toMatchObject({
      error: {
        message: 'The model bge-m3 is not installed in Ollama.',
        fix: expect.stringContaining('pull'),
      },
    })
    await request('query.run', { dir, text: 'weather', recipe: 'bm25' })
  })
})

describe('an embedder that is another by now', () => {
  it('pulled anew, with vectors of another length, is embedded with anew by the next query', async () => {
    const { request, ollama, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    const ask = () => request('query.run', { dir, text: 'send mail', recipe: 'dense', k: 3 })
    const before = await ask()
    ollama.models = [{ ...other, digest: 'newer', dimensions: 32 }, chat]
    ollama.embedded.length = 0
    const after = await ask()
    expect(after.tools).toHaveLength(before.tools.length)
    const fresh = ollama.embedded.flatMap(({ input }) => input)
    expect(fresh).toContain('send mail')
    // Each part of a document once.
    expect(new Set(fresh).size).toBe(fresh.length)
    expect(fresh.length).toBeGreaterThan(5 + 1)
    expect(await request('knowledge.status', { dir })).toMatchObject({
      embedded: 5,
      dimensions: 32,
    })
  })

  it('given other templates is embedded with anew, by them', async () => {
    const { request, ollama, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    const ask = (text: string) => request('query.run', { dir, text, recipe: 'dense', k: 3 })
    await ask('send mail')
    const templates = { query: 'Q: {text}', document: 'D: {text}' }
    await request('models.setTemplates', { model: 'ollama:bge-m3', templates })
    expect(await request('knowledge.status', { dir })).toMatchObject({ embedded: 0 })
    ollama.embedded.length = 0
    await ask('send mail')
    const given = ollama.embedded.flatMap(({ input }) => input)
    expect(given.filter((text) => text.startsWith('D: ')).length).toBeGreaterThan(5)
    expect(given.filter((text) => text.startsWith('Q: '))).toContain('Q: send mail')
    expect(given.filter((text) => !/^[DQ]: /.test(text))).toEqual([])
  })

  it('goes on answering while Ollama is away, what it was asked before', async () => {
    const { request, ollama, dir } = await open()
    await request('models.choose', { dir, role: 'embedder', model: 'ollama:bge-m3' })
    const ask = () => request('query.run', { dir, text: 'send mail', recipe: 'dense', k: 3 })
    const before = await ask()
    await ollama.close()
    expect((await ask()).tools).toEqual(before.tools)
  })
})

describe('templates of one’s own', () => {
  const templates = { query: 'Q: {text}', document: '{text}' }

  it('are told with those the model comes with, and put back', async () => {
    const { request } = await open()
    const told = async () =>
      (await request('models.list', {})).models.find(({ title }) => title === 'nomic-embed-text')
        ?.templates
    const standard = { query: 'search_query: {text}', document: 'search_document: {text}' }
    await request('models.setTemplates', { model: 'Nomic-Embed-Text:latest', templates })
    expect(await told()).toEqual({ used: templates, standard })
    await request('models.setTemplates', { model: 'ollama:nomic-embed-text', templates: null })
    expect(await told()).toEqual({ used: standard, standard })
    const settings = await request('models.setTemplates', {
      model: 'ollama:nomic-embed-text',
      templates: standard,
    })
    expect(settings.embeddingTemplates).toBeUndefined()
  })

  it('of two models, written at once, are both kept', async () => {
    const { request } = await open()
    await Promise.all(
      ['nomic-embed-text', 'bge-m3'].map((model) =>
        request('models.setTemplates', { model: `ollama:${model}`, templates }),
      ),
    )
    const { embeddingTemplates } = await request('settings.read', {})
    expect(Object.keys(embeddingTemplates ?? {}).sort()).toEqual(['bge-m3', 'nomic-embed-text'])
  })

  it.each([
    ['no text', { ...templates, query: 'Q' }, 'A template holds {text} once'],
    ['the text twice', { ...templates, query: '{text}{text}' }, 'A template holds {text} once'],
    ['too much', { ...templates, query: `{text}${'x'.repeat(2000)}` }, 'at most 2000 characters'],
  ])('that hold %s are refused', async (_, wrong, message) => {
    const { reply } = await open()
    const given = await reply('models.setTemplates', { model: 'ollama:bge-m3', templates: wrong })
    expect(given).toMatchObject({ error: { message: expect.stringContaining(message) } })
  })

  it('are of no use to a model that does not embed', async () => {
    const { reply } = await open()
    expect(await reply('models.setTemplates', { model: 'qwen3:4b', templates })).toMatchObject({
      error: { message: 'qwen3:4b embeds by no template.' },
    })
  })
})

describe('pulling through the app', () => {
  it('tells the layer and its bytes, and leaves the model in the list', async () => {
    const { request, progress, ollama } = await open()
    ollama.registry.models = [fakeModel({ name: 'all-minilm', digest: 'new' })]
    expect(await request('models.pull', { model: 'ollama:all-minilm' })).toEqual({
      model: 'all-minilm',
    })
    expect(progress).toContainEqual({
      what: 'Pulling all-minilm: layer dc4387e22421',
      done: 8_000_000,
      total: 45_949_216,
      unit: 'bytes',
    })
    const { models } = await request('models.list', {})
    expect(models.map(({ title }) => title)).toContain('all-minilm')
  })

  it('that is stopped says what is kept', async () => {
    const { app, ollama } = await open()
    ollama.registry.models = [fakeModel({ name: 'all-minilm' })]
    Object.assign(ollama.registry, { chunk: 1_000_000, msPerChunk: 5 })
    const stopper = new AbortController()
    const emit = ({ done }: { done: number }) => done > 4_000_000 && stopper.abort()
    const call = { signal: stopper.signal, emit }
    expect(await app.dispatch('models.pull', { model: 'all-minilm' }, call)).toMatchObject({
      error: {
        code: 'cancelled',
        message: 'Stopped pulling all-minilm at 10 % of the layer dc4387e22421.',
        fix: 'What is loaded is kept: pull again to go on.',
      },
    })
  })

  it('of a model that is deleted meanwhile ends with the model there', async () => {
    const { request, reply, ollama } = await open()
    ollama.registry.models = [fakeModel({ name: 'all-minilm' })]
    const held = Promise.withResolvers()
    ollama.registry.hold = held.promise
    const pulling = request('models.pull', { model: 'all-minilm' })
    const model = 'ollama:all-minilm'
    expect(await reply('models.delete', { model, confirm: model })).toMatchObject({
      error: { message: 'The model all-minilm is not installed in Ollama.' },
    })
    held.resolve(undefined)
    await pulling
    expect((await request('models.list', {})).models.map(({ name }) => name)).toContain(model)
  })

  it('the built-in embedder is refused', async () => {
    const { reply } = await open()
    expect(await reply('models.pull', { model: 'builtin' })).toMatchObject({
      error: { code: 'bad-input', message: 'Instant is part of Pegboard.' },
    })
  })
})

it('a model is deleted only where its name is repeated', async () => {
  const { reply, request, ollama } = await open()
  const model = 'ollama:bge-m3'
  expect(await reply('models.delete', { model, confirm: 'yes' })).toMatchObject(failed)
  expect(ollama.models).toHaveLength(3)
  expect(await request('models.delete', { model, confirm: model })).toEqual({ deleted: model })
  expect(ollama.models).toHaveLength(2)
})

describe('a test of a model over the wire', () => {
  const rowsOf = ({ rows }: ActionAnswer<'models.test'>) =>
    Object.fromEntries(rows.map(({ what, outcome, found }) => [what, `${outcome}: ${found}`]))

  it('tells of one that chats whether it answers in form and calls tools', async () => {
    const { request, ollama } = await open()
    const says = answering((text, { tools }) => (tools?.length ? 'It is fine.' : senseAnswer(text)))
    ollama.models = [chatModel({ name: 'qwen3:4b', says })]
    expect(rowsOf(await request('models.test', { model: 'ollama:qwen3:4b' }))).toMatchObject({
      'Structured answers': 'good: 3 of 3 fit',
      'Tool calls': 'poor: no call',
      'As chat model, to plan': 'good: fit',
      'As reranker': 'good: fit',
      'As judge': 'good: fit',
    })
    ollama.models = [chatModel({ name: 'qwen3:4b', digest: 'b', says: answering(() => 'Well.') })]
    expect(rowsOf(await request('models.test', { model: 'ollama:qwen3:4b' }))).toMatchObject({
      'Structured answers': 'poor: 0 of 3 fit',
      'As chat model, to plan': 'poor: unfit',
    })
  })

  it('tells of one that embeds how long its vectors are', async () => {
    const { request } = await open()
    expect(rowsOf(await request('models.test', { model: 'bge-m3' }))).toMatchObject({
      Dimensions: 'good: 16',
    })
  })

  it('ends with what is wrong where Ollama is gone', async () => {
    const { reply, ollama } = await open()
    await ollama.close()
    expect(await reply('models.test', { model: 'ollama:qwen3:4b' })).toMatchObject({
      error: { code: 'unavailable' },
    })
  })
})
