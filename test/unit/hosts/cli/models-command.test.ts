import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  answering,
  chatModel,
  fakeModel,
  startFakeOllama,
} from '../../../fakes/ollama/ollama-server'
import { senseAnswer } from '../../../fakes/sense-model'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

const chat = fakeModel({
  name: 'qwen3:4b',
  digest: 'qwen3digest00',
  family: 'qwen3',
  capabilities: ['completion', 'tools', 'thinking'],
  size: 2_497_293_803,
  contextTokens: 40_960,
})

/** An Ollama with a model that embeds and one that chats, which OLLAMA_HOST names. */
async function ollama() {
  const server = await startFakeOllama([fakeModel(), chat])
  onTestFinished(() => server.close())
  vi.stubEnv('OLLAMA_HOST', server.url)
  return server
}

const models = (...args: string[]) => pegboard('models', ...args)

describe('pegboard models', () => {
  it('lists models with what each can do and what it is used as', async () => {
    const server = await ollama()
    server.loaded.add('qwen3:4b')
    const { code, out } = await models()
    expect(code).toBe(0)
    const lines = out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))
    expect(lines[0]).toBe(`Ollama 0.32.15 at ${server.url}, as OLLAMA_HOST says`)
    expect(lines.slice(2, 7)).toEqual([
      'model | can do | size | context | dimensions | digest | loaded | tried | used as',
      'Instant | embedding | embedder',
      'Sentences | embedding',
      expect.stringMatching(/^nomic-embed-text \| embedding \| 274 MB \| 40 \| 24 \| 0a109f422b47/),
      'qwen3:4b | completion, tools, thinking | 2.5 GB | 40,960 | qwen3digest0 | yes | not tried',
    ])
    expect(JSON.parse((await models('list', '--json')).out)).toMatchObject({
      uses: { embedder: 'builtin' },
      models: [{}, {}, { title: 'nomic-embed-text' }, { title: 'qwen3:4b' }],
    })
  })

  it('says where Ollama was looked for, and still lists what there is', async () => {
    const { code, out } = await models('--ollama', '127.0.0.1:9')
    expect(code).toBe(0)
    expect(out).toContain('Ollama is not reachable at http://127.0.0.1:9. Start it')
    expect(out).toContain('Instant')
  })

  it('shows names with odd characters as what they are', async () => {
    const server = await ollama()
    server.models = [fakeModel({ name: 'evil\u001b[2J\u202e\nname:latest', digest: 'x' })]
    const { out } = await models()
    expect(out).not.toMatch(/[\u001b\u202e]/)
    // Where Ollama is, the table with three models, and what is built in.
    expect(out.trimEnd().split('\n').filter(Boolean)).toHaveLength(7)
  })
})

describe('pegboard models pull', () => {
  it('pulls, telling the layer and its bytes', async () => {
    const server = await ollama()
    server.registry.models = [fakeModel({ name: 'bge-m3' })]
    const { code, out, err } = await models('pull', 'bge-m3')
    expect({ code, out }).toEqual({ code: 0, out: 'Pulled bge-m3.\n' })
    expect(err).toContain('Pulling bge-m3: layer dc4387e22421 · 8.0 MB of 45.9 MB')
    expect(server.models.map(({ name }) => name)).toContain('bge-m3')
  })

  it('says what the registry does not know, and what is no name', async () => {
    await ollama()
    const unknown = await models('pull', 'nothing')
    expect(unknown).toMatchObject({ code: 1, out: '' })
    expect(unknown.err).toContain('The registry knows no model “nothing”.')
    expect((await models('pull', 'a b c')).code).toBe(2)
  })
})

describe('pegboard models delete', () => {
  it('deletes only when it is told twice', async () => {
    const server = await ollama()
    const asked = await models('delete', 'qwen3:4b')
    expect(asked.code).toBe(2)
    expect(asked.err).toContain('Say --yes to delete it.')
    expect(server.models).toHaveLength(2)
    expect(await models('delete', 'qwen3:4b', '--yes')).toMatchObject({
      code: 0,
      out: 'Deleted qwen3:4b.\n',
    })
    expect(server.models).toHaveLength(1)
    expect((await models('delete', 'qwen3:4b', '--yes')).code).toBe(1)
  })
})

it('pegboard models test tells what it found and what it means', async () => {
  await ollama()
  const { code, out } = await models('test', 'nomic-embed-text')
  expect(code).toBe(0)
  expect(out).toMatch(/Dimensions +24 +The length of its vectors/)
  expect(JSON.parse((await models('test', 'builtin', '--json')).out)).toMatchObject({
    model: 'builtin',
    rows: [{ what: 'First answer' }, {}, { found: '256' }, { outcome: 'good' }, {}],
  })
})

describe('pegboard models test of a model that chats', () => {
  /** The Ollama with one that fills in every form, and puts first what is shown first. */
  async function withUnfit() {
    const server = await ollama()
    const says = answering((text) =>
      senseAnswer(text, { orders: ({ names }) => ({ tools: names }) }),
    )
    server.models = [chatModel({ name: 'tiny:0.5b', digest: 'tiny', says })]
    expect((await models('test', 'tiny:0.5b')).code).toBe(0)
    return server
  }
  const WHY = 'put the right tool first in 2 of 6 lists'

  it('tells what it is fit for, which the list keeps with its digest', async () => {
    const server = await withUnfit()
    const { out } = await models('test', 'tiny:0.5b')
    expect(out).toMatch(/Orders tools +2 of 6 right +! .*It puts first what is shown first\./)
    expect(out).toMatch(new RegExp(`As reranker +unfit +! +It ${WHY}\\.`))
    const listed = (await models()).out
    expect(listed).toMatch(/tiny:0.5b .* plan fit, rerank unfit, judge fit/)
    expect(listed).toContain(`tiny:0.5b: unfit to rerank: it ${WHY}`)
    server.models = [chatModel({ name: 'tiny:0.5b', digest: 'another' })]
    expect((await models()).out).toMatch(/tiny:0.5b .* not tried/)
  })

  it('keeps it from being the reranker unless that is said, and queries tell', async () => {
    await withUnfit()
    await importSmall()
    const refused = await models('use', 'tiny:0.5b', '--for', 'reranker')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.err).toContain(`tiny:0.5b was tried and is unfit as reranker: it ${WHY}.`)
    expect(refused.err).toContain('--even-unfit')
    const used = await models('use', 'tiny:0.5b', '--for', 'reranker', '--even-unfit')
    expect(used.out).toBe('The settings name ollama:tiny:0.5b as reranker.\n')
    const asked = ['query', 'weather', ...inSmall, '--recipe', 'toolshed']
    const { out } = await pegboard(...asked, '--option', 'rerank=model')
    expect(out).toContain(`tiny:0.5b was tried and is unfit to rerank: it ${WHY}.`)
    expect((await pegboard(...asked)).out).not.toContain('unfit')
  })
})

describe('pegboard models use', () => {
  it('chooses for the settings, or for one workspace', async () => {
    const server = await ollama()
    await importSmall()
    const role = ['--for', 'embedder']
    expect((await models('use', 'nomic-embed-text', ...role, ...inSmall)).out).toBe(
      '“small” uses ollama:nomic-embed-text as embedder.\n',
    )
    expect((await models('list', ...inSmall)).out).toMatch(/nomic-embed-text .* embedder\n/)
    expect((await models('list')).out).toMatch(/Instant .* embedder\n/)
    await pegboard('query', 'weather', ...inSmall, '--recipe', 'dense')
    expect(server.embedded).not.toEqual([])
    expect((await models('use', ...role, ...inSmall)).out).toBe(
      '“small” uses Instant as embedder, as the settings say.\n',
    )
    expect((await models('use', 'qwen3:4b', '--for', 'chat')).out).toBe(
      'The settings name ollama:qwen3:4b as chat model.\n',
    )
  })

  it('refuses what cannot do it, and a role that there is not', async () => {
    await ollama()
    const wrong = await models('use', 'qwen3:4b', '--for', 'embedder')
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.err).toContain('The model qwen3:4b does not embed.')
    expect((await models('use', 'qwen3:4b', '--for', 'planner')).code).toBe(2)
    expect((await models('use', 'qwen3:4b')).code).toBe(2)
  })

  it('a model that is gone since is told by the list', async () => {
    const server = await ollama()
    await models('use', 'nomic-embed-text', '--for', 'embedder')
    server.models = [chat]
    expect((await models()).err).toContain('ollama:nomic-embed-text is in use, but not installed.')
  })
})

it('pegboard models templates shows, sets and puts back', async () => {
  await ollama()
  const shown = await models('templates', 'nomic-embed-text')
  expect(shown.out).toBe('query     search_query: {text}\ndocument  search_document: {text}\n')
  const set = await models('templates', 'nomic-embed-text', '--query', 'find: {text}')
  expect(set.out).toBe('query     find: {text}\ndocument  search_document: {text}\n')
  expect(set.err).toContain('embedded again when needed')
  expect((await models('templates', 'nomic-embed-text', '--query', 'find')).code).toBe(2)
  expect((await models('templates', 'nomic-embed-text', '--reset')).out).toBe(shown.out)
  expect((await models('templates', 'qwen3:4b')).err).toContain('embeds by no template')
})
