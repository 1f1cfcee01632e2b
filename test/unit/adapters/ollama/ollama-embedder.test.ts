import { afterEach, describe, expect, it } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import {
  fakeModel,
  startFakeOllama,
  type Fault,
  type FakeModel,
  type FakeOllama,
} from '../../../fakes/ollama/ollama-server'

const never = new AbortController().signal
const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function open({
  model = {},
  retryDelaysMs = [1, 1],
}: { model?: Partial<FakeModel>; retryDelaysMs?: number[] } = {}) {
  const server = await startFakeOllama([fakeModel(model)])
  running.push(server)
  const embedders = ollamaEmbedders(() => server.url, retryDelaysMs)
  const name = server.models[0]?.name ?? ''
  return { server, embedder: await embedders.open(`ollama:${name}`, never) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`)

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise(setImmediate)
}

describe('an Ollama embedder', () => {
  it('writes the prompts of its model and never lets the server cut a text', async () => {
    const { server, embedder } = await open()
    await embedder.embedDocuments(['Sends a mail'], never)
    await embedder.embedQueries(['mail it'], never)
    expect(server.embedded).toEqual([
      { model: 'nomic-embed-text', input: ['search_document: Sends a mail'], truncate: false },
      { model: 'nomic-embed-text', input: ['search_query: mail it'], truncate: false },
    ])
  })

  it('asks for 32 texts at a time, two requests at once, each text once', async () => {
    const { server, embedder } = await open({ model: { name: 'all-minilm' } })
    let release: () => void = () => undefined
    server.hold = new Promise((resolve) => (release = resolve))
    const embedding = embedder.embedDocuments(numbered(100), never)
    await until(() => server.inFlight.now === 2)
    release()
    await embedding
    const sizes = server.embedded.map(({ input }) => input.length)
    expect(sizes.sort((a, b) => b - a)).toEqual([32, 32, 32, 4])
    expect(new Set(server.embedded.flatMap(({ input }) => input))).toEqual(new Set(numbered(100)))
    expect(server.inFlight.most).toBe(2)
  })

  it('does not ask the server about blank texts', async () => {
    const { server, embedder } = await open()
    const [blank, word] = await embedder.embedDocuments([' ', 'word'], never)
    expect(blank).toEqual(new Float32Array(24))
    expect(word).not.toEqual(new Float32Array(24))
    expect(server.embedded.map(({ input }) => input)).toEqual([['search_document: word']])
  })

  it('waits and asks again when the server is busy', async () => {
    const { server, embedder } = await open()
    server.faults.push('busy', 'busy')
    expect(await embedder.embedQueries(['mail'], never)).toHaveLength(1)
    expect(server.faults).toEqual([])
  })

  it('gives up after some tries when the server stays busy', async () => {
    const { server, embedder } = await open()
    server.faults.push('busy', 'busy', 'busy', 'busy')
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('is busy'),
      fix: expect.stringContaining('OLLAMA_MAX_QUEUE'),
    })
    expect(server.faults).toEqual(['busy'])
  })

  it('stops waiting for a busy server when told to', async () => {
    const { server, embedder } = await open({ retryDelaysMs: [3_600_000] })
    server.faults.push('busy')
    const stop = new AbortController()
    const asked = embedder.embedQueries(['mail'], stop.signal)
    await until(() => server.faults.length === 0 && server.inFlight.now === 0)
    stop.abort(new Error('Stopped by the user.'))
    await expect(asked).rejects.toThrow('Stopped by the user.')
  })

  it('breaks a request off when told to stop', async () => {
    const { server, embedder } = await open()
    server.faults.push('hang', 'hang')
    const stop = new AbortController()
    const asked = embedder.embedDocuments(numbered(64), stop.signal)
    await until(() => server.inFlight.now === 2)
    stop.abort(new Error('Stopped by the user.'))
    await expect(asked).rejects.toThrow('Stopped by the user.')
    await until(() => server.inFlight.now === 0)
    expect(server.brokenOff.count).toBe(2)
    expect(server.embedded).toEqual([])
  })

  it('breaks the other request off when one fails', async () => {
    const { server, embedder } = await open()
    server.faults.push('hang', 'out-of-memory')
    await expect(embedder.embedDocuments(numbered(64), never)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await until(() => server.inFlight.now === 0)
    expect(server.brokenOff.count).toBe(1)
  })

  it('says which text is too long for the model, by its beginning', async () => {
    const { embedder } = await open({ model: { contextTokens: 8 } })
    const long = 'Refunds a payment in full or in part and writes to the customer'
    const texts = ['Sends a mail', long, 'supercalifragilisticexpialidocious'.repeat(5)]
    await expect(embedder.embedDocuments(texts, never)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('“Refunds a payment in full'),
      fix: expect.stringContaining('Shorten it'),
    })
  })

  it('says so too where there is one text only', async () => {
    const { embedder } = await open({ model: { contextTokens: 3 } })
    await expect(embedder.embedQueries(['one two three four'], never)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('“one two three four'),
    })
  })

  it('says how to get a model that was removed in the meantime', async () => {
    const { server, embedder } = await open()
    server.models = []
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'unavailable',
      fix: 'Run: ollama pull nomic-embed-text',
    })
  })

  it('says so when Ollama was stopped in the meantime', async () => {
    const { server, embedder } = await open()
    await server.close()
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/not reachable|broke off/),
    })
  })

  const vector = (values: number) => Array<number>(values).fill(0.1)
  it.each<[string, Fault, string]>([
    ['a connection that is cut', 'cut', 'broke off'],
    ['a server out of memory', 'out-of-memory', 'more system memory'],
    ['a proxy’s page instead of JSON', 'no-json', 'Bad Gateway'],
    ['too few vectors', { embeddings: [] }, '0 vectors for 1 texts'],
    ['too many vectors', { embeddings: [vector(24), vector(24)] }, '2 vectors for 1 texts'],
    ['vectors of another length', { embeddings: [vector(23)] }, 'not 24 finite numbers'],
    ['values that are no numbers', { embeddings: [[...vector(23), null]] }, 'no numbers'],
    ['values beyond all bounds', { embeddings: [[...vector(23), 1e300]] }, 'finite numbers'],
  ])('tells people about %s', async (_, fault, said) => {
    const { server, embedder } = await open()
    server.faults.push(fault)
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      name: 'Problem',
      code: 'unavailable',
      message: expect.stringContaining(said),
      fix: expect.any(String),
    })
  })

  it('brings vectors of an older server, which does not, to unit length', async () => {
    const { server, embedder } = await open({ model: { dimensions: 2 } })
    server.faults.push({ embeddings: [[3, 4]] })
    const [scaled] = await embedder.embedQueries(['mail'], never)
    expect(scaled).toEqual(Float32Array.of(0.6, 0.8))
  })
})
