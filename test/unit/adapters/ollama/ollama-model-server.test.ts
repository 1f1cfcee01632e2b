import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import { ollamaModelServer } from '../../../../src-main/adapters/ollama/ollama-model-server'
import type { PullProgress } from '../../../../src-main/ports/model-server'
import {
  convertedModel,
  fakeModel,
  startFakeOllama,
  type FakeModel,
} from '../../../fakes/ollama/ollama-server'

const never = new AbortController().signal
const soon = { retryDelaysMs: [1, 1] }

async function start(models?: FakeModel[]) {
  const server = await startFakeOllama(models)
  onTestFinished(() => server.close())
  return { server, models: ollamaModelServer(() => server.url, soon) }
}

/** Something that listens and is not Ollama. */
async function startOther(answer: { status: number; type: string; body: string }): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const llama = fakeModel({
  name: 'llama3.2:1b',
  digest: 'llama',
  family: 'llama',
  parameterSize: '1.2B',
  dimensions: 2048,
  contextTokens: 131_072,
  capabilities: ['completion', 'tools'],
})

const titles = (list: { models: { title: string; capabilities: string[] }[] }) =>
  list.models.map(({ title, capabilities }) => `${title}: ${capabilities.join(', ')}`)

describe('the models of an Ollama server', () => {
  it('come with what each can do, its size, context and digest', async () => {
    const { models } = await start([fakeModel(), llama])
    const { version, models: listed } = await models.list(never)
    expect(version).toBe('0.32.15')
    const templates = { query: 'search_query: {text}', document: 'search_document: {text}' }
    expect(listed).toMatchObject([
      {
        name: 'ollama:nomic-embed-text',
        title: 'nomic-embed-text',
        capabilities: ['embedding'],
        isRemote: false,
        size: 274_302_450,
        parameters: '137M',
        quantization: 'F16',
        digest: expect.stringMatching(/^0a109f/),
        contextTokens: 40,
        dimensions: 24,
        templates: { used: templates, standard: templates },
      },
      {
        name: 'ollama:llama3.2:1b',
        capabilities: ['completion', 'tools'],
        contextTokens: 131_072,
      },
    ])
    expect(listed[1]).not.toHaveProperty('dimensions')
    expect(listed[1]).not.toHaveProperty('templates')
    expect(listed[1]).not.toHaveProperty('loaded')
  })

  it('are told to be in memory, with the context they were loaded for', async () => {
    const { server, models } = await start([fakeModel({ numCtx: 30 }), llama])
    server.loaded.add('nomic-embed-text:latest')
    const { models: listed } = await models.list(never)
    expect(listed[0]?.loaded).toEqual({ size: 274_302_450, contextTokens: 30 })
    expect(listed[1]?.loaded).toBeUndefined()
  })

  it('are what the server says of them when asked, whatever its listing says', async () => {
    const { models } = await start([
      convertedModel({ name: 'converted:latest' }),
      fakeModel({ name: 'chat', digest: 'chat', shownCapabilities: ['completion'] }),
    ])
    expect(titles(await models.list(never))).toEqual(['converted: embedding', 'chat: completion'])
  })

  it('go by their family where an older server says nothing', async () => {
    const { models } = await start([
      fakeModel({ name: 'asked', family: 'qwen3', shownCapabilities: ['embedding'] }),
      fakeModel({ name: 'minilm', family: 'bert', capabilities: undefined }),
      fakeModel({ name: 'llama', family: 'llama', capabilities: undefined }),
    ])
    expect(titles(await models.list(never))).toEqual([
      'asked: embedding',
      'minilm: embedding',
      'llama: completion',
    ])
  })

  it('are asked about a few at the same time, and each once, also by who embeds', async () => {
    const thirty = Array.from({ length: 30 }, (_, at) =>
      fakeModel({ name: `model-${at}`, digest: `digest-${at}` }),
    )
    const { server } = await start(thirty)
    const known = new Map()
    const models = ollamaModelServer(() => server.url, soon, { known })
    const held = Promise.withResolvers()
    server.holdShows = held.promise
    const listed = models.list(never)
    await expect.poll(() => server.shows.now).toBe(4)
    held.resolve(undefined)
    expect((await listed).models).toHaveLength(30)
    await models.list(never)
    await ollamaEmbedders(() => server.url, soon, { known }).open('ollama:model-3', never)
    expect(server.shows.most).toBe(4)
    expect(server.requests.filter((each) => each === 'POST /api/show')).toHaveLength(30)
  })

  it('are asked about again when they were pulled anew', async () => {
    const { server, models } = await start([convertedModel({ digest: 'old' })])
    expect(titles(await models.list(never))).toEqual(['nomic-embed-text: embedding'])
    server.models = [convertedModel({ digest: 'new', shownCapabilities: ['completion'] })]
    expect(titles(await models.list(never))).toEqual(['nomic-embed-text: completion'])
  })

  it('are marked where they run on another machine', async () => {
    const { models } = await start([
      fakeModel({ name: 'far-away:cloud', remote_host: 'https://ollama.com:443' }),
    ])
    expect((await models.list(never)).models[0]?.isRemote).toBe(true)
  })

  it('are listed without what an older server cannot tell: its version, what is loaded', async () => {
    const url = await startOther({
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ models: [{ name: 'a b & <i>c</i>:latest', digest: 'd' }] }),
    })
    const listed = await ollamaModelServer(() => url, soon).list(never)
    expect(listed).toMatchObject({ version: undefined, models: [{ title: 'a b & <i>c</i>' }] })
  })

  it('are listed without what the server never answers', async () => {
    const server = createServer((request, response) => {
      const isList = request.url === '/api/tags'
      if (isList) response.end(JSON.stringify({ models: [{ name: 'm', digest: 'd' }] }))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { models } = await ollamaModelServer(() => url, soon).list(never)
    expect(models).toMatchObject([{ title: 'm' }])
  }, 30_000)

  it('are those of the address of the moment', async () => {
    const first = await start([fakeModel({ name: 'one' })])
    const second = await start([fakeModel({ name: 'two' })])
    let url = first.server.url
    const models = ollamaModelServer(() => Promise.resolve(url))
    expect((await models.list(never)).models[0]?.title).toBe('one')
    url = second.server.url
    expect((await models.list(never)).models[0]?.title).toBe('two')
  })

  it.each([
    ['a page', { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' }],
    ['no such page', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }],
    ['other JSON', { status: 200, type: 'application/json', body: '{"models":"none"}' }],
  ])('are not looked for in what is not Ollama: %s', async (_, answer) => {
    const url = await startOther(answer)
    const models = ollamaModelServer(() => url, { retryDelaysMs: [] })
    const message = `What answers at ${url} is not Ollama.`
    await expect(models.list(never)).rejects.toMatchObject({ code: 'unavailable', message })
  })

  it('cannot be had where nothing listens, which names the address', async () => {
    const { server, models } = await start()
    await server.close()
    await expect(models.list(never)).rejects.toMatchObject({
      message: `Ollama is not reachable at ${server.url}.`,
      fix: 'Start it, or correct the address under Settings.',
    })
  })

  it('are no more listed once that is stopped', async () => {
    const { models } = await start()
    const stopped = AbortSignal.abort(new Error('Stopped by the user.'))
    await expect(models.list(stopped)).rejects.toThrow('Stopped by the user.')
  })
})

const ALL = 45_949_216

async function startPull(name = 'all-minilm') {
  const started = await start([])
  const { registry } = started.server
  registry.models = [fakeModel({ name })]
  const told: PullProgress[] = []
  const pull = (signal = never, model = name, onLine?: (line: number) => void) =>
    started.models.pull(model, {
      signal,
      onProgress(progress) {
        told.push(progress)
        onLine?.(told.length)
      },
    })
  return { ...started, registry, told, pull }
}

describe('pulling a model', () => {
  it('tells the bytes of each layer, and ends with the model there', async () => {
    const { models, told, pull } = await startPull()
    await pull()
    expect(told[0]).toEqual({ status: 'pulling manifest' })
    expect(told[1]).toEqual({
      status: 'pulling dc4387e22421',
      layer: 'dc4387e22421',
      done: 8_000_000,
      total: ALL,
    })
    expect(told.at(-1)).toEqual({ status: 'success' })
    expect(titles(await models.list(never))).toEqual(['all-minilm: embedding'])
  })

  it('that is stopped goes on where it was', async () => {
    const { server, registry, told, pull } = await startPull()
    const stopper = new AbortController()
    Object.assign(registry, { chunk: 1_000_000, msPerChunk: 5 })
    const pulling = pull(stopper.signal, 'all-minilm', (line) => {
      if (line === 3) stopper.abort(new Error('Stopped.'))
    })
    await expect(pulling).rejects.toThrow('Stopped.')
    const before = told.at(-1)?.done ?? 0
    expect(server.models).toEqual([])
    told.length = 0
    await pull()
    expect(told[1]?.done).toBeGreaterThan(before)
    expect(server.models).toHaveLength(1)
  })

  it('whose connection ends in the middle says that it can go on', async () => {
    const { registry, pull } = await startPull()
    registry.breaksAfter = 3
    await expect(pull()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Pulling all-minilm broke off: Ollama ended the connection.',
      fix: expect.stringContaining('goes on where it stopped'),
    })
    await pull()
  })

  it.each([
    ['no such host', 'Ollama cannot reach registry.ollama.ai: this machine is offline'],
    ['connection refused', 'Ollama cannot reach registry.ollama.ai: this machine is offline'],
    ['without TLS', 'Ollama does not trust registry.ollama.ai'],
  ] as const)('from a registry that it has %s of says so', async (state, message) => {
    const { registry, pull } = await startPull()
    registry.state = state
    await expect(pull()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(message),
      fix: expect.any(String),
    })
  })

  it('that nobody knows says so', async () => {
    const { pull } = await startPull()
    await expect(pull(never, 'nothing-of-the-kind')).rejects.toMatchObject({
      code: 'not-found',
      message: 'The registry knows no model “nothing-of-the-kind”.',
    })
  })

  it.each(['a b c', '', '../../etc/passwd', 'x"; rm -rf /', 'ü'])(
    'whose name is none says so: %s',
    async (name) => {
      const { pull } = await startPull()
      await expect(pull(never, name)).rejects.toMatchObject({
        code: 'bad-input',
        message: `“${name}” is no name of a model.`,
      })
    },
  )

  it('onto a full disk says what is kept, and goes on when there is room', async () => {
    const { registry, server, pull } = await startPull()
    registry.room = 20_000_000
    await expect(pull()).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('The disk where Ollama keeps its models is full'),
    })
    registry.room = Infinity
    await pull()
    expect(server.models).toHaveLength(1)
  })

  it('from something that is not Ollama says so', async () => {
    for (const [status, body] of [
      [200, '<h1>Welcome</h1>\n'],
      [404, 'Not found'],
      [200, '[1]\n'],
    ] as const) {
      const url = await startOther({ status, type: 'text/html', body })
      const models = ollamaModelServer(() => url, { retryDelaysMs: [] })
      const pulling = models.pull('bge-m3', { signal: never, onProgress: () => undefined })
      await expect(pulling).rejects.toMatchObject({
        message: `What answers at ${url} is not Ollama.`,
      })
    }
  })
})

describe('deleting a model', () => {
  it('deletes it, by any name that Ollama knows it by', async () => {
    const { server, models } = await start([fakeModel(), llama])
    await models.remove('Nomic-Embed-Text', never)
    expect(server.models.map(({ name }) => name)).toEqual(['llama3.2:1b'])
  })

  it('that is not there any more says so', async () => {
    const { models } = await start()
    await expect(models.remove('no-such-model', never)).rejects.toMatchObject({
      message: 'The model no-such-model is not installed in Ollama.',
    })
  })
})
