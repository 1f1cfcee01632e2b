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

  it('goes by what the server says of a model when asked, whatever its listing says', async () => {
    const { embedders } = await start([
      convertedModel({ name: 'converted:latest' }),
      fakeModel({ name: 'chat', digest: 'chat', shownCapabilities: ['completion'] }),
    ])
    const embedder = await embedders.open('ollama:converted', never)
    expect(await embedder.embedQueries(['mail'], never)).toHaveLength(1)
    await expect(embedders.open('ollama:chat', never)).rejects.toMatchObject({
      message: 'The model chat cannot embed.',
    })
  })

  it('refuses a model that would send texts to another machine', async () => {
    const { embedders } = await start([
      fakeModel({ name: 'far-away:cloud', remote_host: 'https://ollama.com:443' }),
    ])
    await expect(embedders.open('ollama:far-away:cloud', never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('another machine'),
    })
  })

  it('gives texts in templates of one’s own, which have another fingerprint', async () => {
    const { server } = await start()
    const templates = { query: 'ask: {text}', document: '{text} (a tool)' }
    const asked: string[] = []
    const embedders = ollamaEmbedders(
      () => server.url,
      {},
      {
        templatesOf: async (model) => {
          asked.push(model)
          return templates
        },
      },
    )
    const standard = await ollamaEmbedders(() => server.url).open('ollama:nomic-embed-text', never)
    const embedder = await embedders.open('ollama:Nomic-Embed-Text:latest', never)
    await embedder.embedQueries(['$& mail'], never)
    await embedder.embedDocuments(['send'], never)
    expect(asked).toEqual(['nomic-embed-text'])
    expect(server.embedded.map(({ input }) => input)).toEqual([['ask: $& mail'], ['send (a tool)']])
    expect(embedder.fingerprint).not.toBe(standard.fingerprint)
    Object.assign(templates, { query: 'search_query: {text}', document: 'search_document: {text}' })
    const same = await embedders.open('ollama:nomic-embed-text', never)
    expect(same.fingerprint).toBe(standard.fingerprint)
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
