import { afterEach, describe, expect, it } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import {
  convertedModel,
  fakeModel,
  startFakeOllama,
  type FakeModel,
  type FakeOllama,
} from '../../../fakes/ollama/ollama-server'

const never = new AbortController().signal
const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function start(models?: FakeModel[]) {
  const server = await startFakeOllama(models)
  running.push(server)
  return { server, embedders: ollamaEmbedders(() => server.url, { retryDelaysMs: [1, 1] }) }
}

const llama = fakeModel({
  name: 'llama3.2:1b',
  digest: 'llama',
  family: 'llama',
  capabilities: ['completion', 'tools'],
})

describe('the list of Ollama embedders', () => {
  it('holds the models that can embed, with their size', async () => {
    const { embedders } = await start([fakeModel(), llama, fakeModel({ name: 'bge-m3:567m' })])
    expect(await embedders.list(never)).toEqual([
      {
        name: 'ollama:nomic-embed-text',
        title: 'nomic-embed-text (137M, 275 MB)',
        available: true,
      },
      { name: 'ollama:bge-m3:567m', title: 'bge-m3:567m (137M, 275 MB)', available: true },
    ])
  })

  it('asks an older server about each model, and goes by the family where that says nothing either', async () => {
    const { embedders } = await start([
      fakeModel({
        name: 'asked',
        family: 'qwen3',
        capabilities: undefined,
        shownCapabilities: ['embedding'],
      }),
      fakeModel({
        name: 'chat',
        family: 'bert',
        capabilities: undefined,
        shownCapabilities: ['completion'],
      }),
      fakeModel({ name: 'minilm', family: 'bert', capabilities: undefined }),
      fakeModel({ name: 'llama', family: 'llama', capabilities: undefined }),
    ])
    const names = (await embedders.list(never)).map(({ name }) => name)
    expect(names).toEqual(['ollama:asked', 'ollama:minilm'])
  })

  it('goes by what the server says of a model when asked, whatever its listing says', async () => {
    const { embedders } = await start([
      convertedModel({ name: 'converted:latest' }),
      fakeModel({ name: 'chat', digest: 'chat', shownCapabilities: ['completion'] }),
    ])
    const names = (await embedders.list(never)).map(({ name }) => name)
    expect(names).toEqual(['ollama:converted'])
    const embedder = await embedders.open('ollama:converted', never)
    expect(await embedder.embedQueries(['mail'], never)).toHaveLength(1)
    await expect(embedders.open('ollama:chat', never)).rejects.toMatchObject({
      message: 'The model chat cannot embed.',
    })
  })

  it('asks about a few models at the same time, and about each once', async () => {
    const models = Array.from({ length: 30 }, (_, at) =>
      fakeModel({ name: `model-${at}`, digest: `digest-${at}` }),
    )
    const { server, embedders } = await start(models)
    const held = Promise.withResolvers()
    server.holdShows = held.promise
    const listed = embedders.list(never)
    await expect.poll(() => server.shows.now).toBe(4)
    held.resolve(undefined)
    expect(await listed).toHaveLength(30)
    expect(await embedders.list(never)).toHaveLength(30)
    await embedders.open('ollama:model-3', never)
    expect(server.shows.most).toBe(4)
    expect(server.requests.filter((each) => each === 'POST /api/show')).toHaveLength(30)
  })

  it('asks again about a model that was pulled anew', async () => {
    const { server, embedders } = await start([convertedModel({ digest: 'old' })])
    expect(await embedders.list(never)).toMatchObject([{ available: true }])
    server.models = [convertedModel({ digest: 'new', shownCapabilities: ['completion'] })]
    expect(await embedders.list(never)).toMatchObject([{ available: false }])
  })

  it('leaves out models that would send texts to another machine', async () => {
    const { embedders } = await start([
      fakeModel({ name: 'far-away:cloud', remote_host: 'https://ollama.com:443' }),
      fakeModel(),
    ])
    const names = (await embedders.list(never)).map(({ name }) => name)
    expect(names).toEqual(['ollama:nomic-embed-text'])
    await expect(embedders.open('ollama:far-away:cloud', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('another machine'),
    })
  })

  it('says what to pull where no model embeds', async () => {
    const { embedders } = await start([llama])
    expect(await embedders.list(never)).toEqual([
      {
        name: 'ollama',
        title: 'Ollama',
        available: false,
        remark: 'No embedding model is installed. Run: ollama pull nomic-embed-text',
      },
    ])
  })

  it('says where Ollama was looked for when it is not running', async () => {
    const { server, embedders } = await start()
    await server.close()
    expect(await embedders.list(never)).toEqual([
      {
        name: 'ollama',
        title: 'Ollama',
        available: false,
        remark: `Ollama is not reachable at ${server.url}. Start it, or correct the address under Settings.`,
      },
    ])
  })

  it.each(['/other', '/api/version?'])('says so when something else answers: %s', async (path) => {
    const { server } = await start()
    const [entry] = await ollamaEmbedders(() => server.url + path, { retryDelaysMs: [] }).list(
      never,
    )
    expect(entry).toMatchObject({ available: false, remark: expect.stringContaining('not Ollama') })
  })

  it('does not fail on an address that is none', async () => {
    const [entry] = await ollamaEmbedders(() => 'no address at all', { retryDelaysMs: [] }).list(
      never,
    )
    expect(entry?.remark).toContain('not reachable at no address at all')
  })

  it('goes to the address of the moment', async () => {
    const first = await start([fakeModel({ name: 'one' })])
    const second = await start([fakeModel({ name: 'two' })])
    let url = first.server.url
    const embedders = ollamaEmbedders(() => Promise.resolve(url))
    expect((await embedders.list(never))[0]?.name).toBe('ollama:one')
    url = second.server.url
    expect((await embedders.list(never))[0]?.name).toBe('ollama:two')
  })

  it('stops when told to', async () => {
    const { embedders } = await start()
    const stopped = AbortSignal.abort(new Error('Stopped by the user.'))
    await expect(embedders.list(stopped)).rejects.toThrow('Stopped by the user.')
  })
})

describe('opening an Ollama embedder', () => {
  it('takes dimensions from the model and puts digest, dimensions and prompts into the fingerprint', async () => {
    const { server, embedders } = await start([fakeModel({ digest: 'abc123' })])
    const embedder = await embedders.open('ollama:nomic-embed-text', never)
    expect(embedder).toMatchObject({ name: 'ollama:nomic-embed-text', dimensions: 24 })
    expect(embedder.fingerprint).toBe('ollama-abc123-24-nomic')
    expect(server.embedded).toEqual([])
  })

  it('knows a model with and without its latest tag as the same', async () => {
    const { embedders } = await start()
    const short = await embedders.open('ollama:nomic-embed-text', never)
    const long = await embedders.open('ollama:nomic-embed-text:latest', never)
    expect(long.name).toBe(short.name)
    expect(long.fingerprint).toBe(short.fingerprint)
  })

  it.each(['All-MiniLM', 'library/all-minilm', 'registry.ollama.ai/library/all-minilm:latest'])(
    'knows a model by any name that Ollama knows it by: %s',
    async (name) => {
      const { embedders } = await start([fakeModel({ name: 'all-minilm:latest' })])
      const embedder = await embedders.open(`ollama:${name}`, never)
      expect(embedder.name).toBe('ollama:all-minilm')
      expect(await embedder.embedQueries(['mail'], never)).toHaveLength(1)
    },
  )

  it('changes the fingerprint when the model is pulled again with other weights', async () => {
    const { server, embedders } = await start()
    const before = await embedders.open('ollama:nomic-embed-text', never)
    server.models = [fakeModel({ digest: 'newer' })]
    const after = await embedders.open('ollama:nomic-embed-text', never)
    expect(after.fingerprint).not.toBe(before.fingerprint)
  })

  it('measures the dimensions of a model that does not tell them', async () => {
    const { embedders } = await start([fakeModel({ tellsDimensions: false, dimensions: 7 })])
    expect((await embedders.open('ollama:nomic-embed-text', never)).dimensions).toBe(7)
  })

  it('says how to get a model that is not installed', async () => {
    const { embedders } = await start()
    await expect(embedders.open('ollama:bge-m3', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The model bge-m3 is not installed in Ollama.',
      fix: 'Run: ollama pull bge-m3',
    })
  })

  it('refuses a model that cannot embed', async () => {
    const { embedders } = await start([llama])
    await expect(embedders.open('ollama:llama3.2:1b', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The model llama3.2:1b cannot embed.',
    })
  })

  it.each(['ollama', 'ollama:', 'builtin'])('refuses a name without a model: %s', async (name) => {
    const { embedders } = await start()
    await expect(embedders.open(name, never)).rejects.toMatchObject({
      code: 'not-found',
      fix: 'Name it like ollama:nomic-embed-text.',
    })
  })

  it('is a Problem with its fix when Ollama is not running', async () => {
    const { server, embedders } = await start()
    await server.close()
    await expect(embedders.open('ollama:nomic-embed-text', never)).rejects.toMatchObject({
      code: 'unavailable',
      fix: 'Start it, or correct the address under Settings.',
    })
  })
})
