import { afterEach, describe, expect, it, vi } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import type { Patience } from '../../../../src-main/adapters/ollama/ollama-server'
import type { Embedder } from '../../../../src-main/ports/embedder'
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
  ...patience
}: { model?: Partial<FakeModel> } & Partial<Patience> = {}) {
  const server = await startFakeOllama([fakeModel(model)])
  running.push(server)
  const embedders = ollamaEmbedders(() => server.url, { retryDelaysMs: [1, 1], ...patience })
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

  describe('with a text that is longer than the model takes in', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
    const cutsOf = async (embedder: Embedder, texts: string[]) => {
      const cuts: [at: number, text: string][] = []
      const vectors = await embedder.embedDocuments(texts, never, (at, characters) =>
        cuts.push([at, texts[at]?.slice(0, characters) ?? '']),
      )
      return { cuts, vectors }
    }

    it('cuts it after the last word that fits, whole prompt included, and says so', async () => {
      const { server, embedder } = await open({ model: { contextTokens: 12 } })
      const { cuts, vectors } = await cutsOf(embedder, ['Sends a mail', words(50), 'Finds a mail'])
      // Two for [CLS] and [SEP], four for “search_document: ”.
      expect(cuts).toEqual([[1, words(6)]])
      expect(await embedder.embedDocuments([words(6)], never)).toEqual([vectors[1]])
      expect(await embedder.embedDocuments(['Sends a mail'], never)).toEqual([vectors[0]])
      expect(await embedder.embedDocuments(['Finds a mail'], never)).toEqual([vectors[2]])
      const sent = server.embedded.flatMap(({ input }) => input)
      expect(sent.every((text) => text.startsWith('search_document: '))).toBe(true)
      expect(server.embedded.every(({ truncate }) => !truncate)).toBe(true)
    })

    it('goes by its num_ctx where that is less than its architecture has places for', async () => {
      const { embedder } = await open({
        model: { name: 'all-minilm', contextTokens: 512, numCtx: 256 },
      })
      const { cuts } = await cutsOf(embedder, [words(330), words(254), words(255)])
      expect(cuts).toEqual([
        [0, words(254)],
        [2, words(254)],
      ])
    })

    it('needs a handful of requests for it, and none more for the texts beside it', async () => {
      const { server, embedder } = await open({
        model: { name: 'all-minilm', contextTokens: 512, numCtx: 256 },
      })
      await cutsOf(embedder, [...numbered(31), words(700)])
      const asked = server.requests.filter((each) => each === 'POST /api/embed')
      expect(asked.length).toBeLessThanOrEqual(8)
      const others = server.embedded.flatMap(({ input }) => input).filter((t) => /^text/.test(t))
      expect(others).toEqual(numbered(31))
    })

    it('finds those among others that only their tokens tell', async () => {
      const { server, embedder } = await open({
        model: { name: 'all-minilm', contextTokens: 20 },
      })
      const dense = Array.from({ length: 30 }, (_, at) => at % 10).join(' ')
      const { cuts } = await cutsOf(embedder, [...numbered(15), dense, ...numbered(15), dense])
      expect(cuts).toEqual([
        [15, dense.slice(0, 35)],
        [31, dense.slice(0, 35)],
      ])
      expect(server.requests.length).toBeLessThan(30)
    })

    it('cuts a text without spaces between its letters', async () => {
      const { embedder } = await open({ model: { name: 'bge-m3', contextTokens: 50 } })
      const { cuts } = await cutsOf(embedder, ['。'.repeat(500)])
      expect(cuts).toEqual([[0, '。'.repeat(48)]])
    })

    it('gives it one vector, whatever it is embedded together with', async () => {
      const { embedder } = await open({ model: { name: 'all-minilm', contextTokens: 20 } })
      const [alone] = (await cutsOf(embedder, [words(90)])).vectors
      const among = await cutsOf(embedder, [words(40), ...numbered(3), words(90), words(500)])
      expect(among.vectors[4]).toEqual(alone)
    })

    it('cuts queries as well', async () => {
      const { embedder } = await open({ model: { contextTokens: 12 } })
      const cuts: number[] = []
      await embedder.embedQueries([words(20)], never, (at) => cuts.push(at))
      expect(cuts).toEqual([0])
    })

    it('says so where not even one word fits beside the prompt', async () => {
      const { embedder } = await open({ model: { contextTokens: 5 } })
      await expect(embedder.embedQueries(['one two three four'], never)).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('not even the first word'),
        fix: expect.stringContaining('num_ctx'),
      })
    })

    it('stops when told to', async () => {
      const { server, embedder } = await open({ model: { name: 'all-minilm', contextTokens: 20 } })
      const stop = new AbortController()
      const asked = embedder.embedQueries([words(5000)], stop.signal)
      await until(() => server.requests.length > 3)
      stop.abort(new Error('Stopped by the user.'))
      await expect(asked).rejects.toThrow('Stopped by the user.')
    })
  })

  it.each(['do embedding request: Post "http://127.0.0.1:1/embedding": EOF', undefined])(
    'goes on when the runner died and was loaded anew: %s',
    async (lastWords) => {
      const { server, embedder } = await open()
      if (lastWords) server.lastWords = lastWords
      server.runnerDies = 2
      expect(await embedder.embedQueries(['mail'], never)).toHaveLength(1)
      expect(server.runnerDies).toBe(0)
    },
  )

  it('speaks of memory when the runner dies again and again', async () => {
    const { server, embedder } = await open({ retryDelaysMs: [1, 1, 1, 1, 1, 1] })
    server.runnerDies = 100
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'unavailable',
      fix: expect.stringContaining('short of memory'),
    })
    expect(server.runnerDies).toBe(96)
  })

  it('says so where a model turns out not to embed', async () => {
    const { server, embedder } = await open()
    server.models = [fakeModel({ shownCapabilities: ['completion'] })]
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not embed'),
      fix: expect.stringContaining('nomic-embed-text'),
    })
  })

  it('tells an error that is JSON inside a string in its words', async () => {
    const { server, embedder } = await open()
    server.faults.push('error-in-error', 'error-in-error')
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      message: 'Ollama could not embed with nomic-embed-text: input is not what this model reads',
    })
  })

  it('follows no redirect: the texts go nowhere else', async () => {
    const elsewhere = await startFakeOllama()
    running.push(elsewhere)
    const { server, embedder } = await open()
    server.faults.push({ redirect: `${elsewhere.url}/api/embed` })
    await expect(embedder.embedQueries(['a secret'], never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not followed'),
    })
    expect(elsewhere.requests).toEqual([])
  })

  it('waits for a server that works, however long it takes', async () => {
    const { server, embedder } = await open({ lookEveryMs: 250 })
    let release: () => void = () => undefined
    server.hold = new Promise((resolve) => (release = resolve))
    const embedding = embedder.embedQueries(['mail'], never)
    const looks = () => server.requests.filter((each) => each === 'GET /api/version').length
    await until(() => looks() > 2)
    release()
    expect(await embedding).toHaveLength(1)
  })

  it('asks without Node’s fetch, which gives up after five minutes without a header', async () => {
    const { embedder } = await open()
    const fetching = vi.spyOn(globalThis, 'fetch')
    await embedder.embedQueries(['mail'], never)
    expect(fetching).not.toHaveBeenCalled()
    fetching.mockRestore()
  })

  it('gives up a server that answers nothing any more', async () => {
    const { server, embedder } = await open({ lookEveryMs: 5 })
    server.frozen = true
    await expect(embedder.embedQueries(['mail'], never)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answers nothing any more'),
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
    ['another model’s vectors', { embeddings: [vector(23)] }, '23 numbers, where it made 24'],
    ['values that are no numbers', { embeddings: [[...vector(23), null]] }, 'no numbers'],
    ['values beyond all bounds', { embeddings: [[...vector(23), 1e300]] }, 'finite numbers'],
  ])('tells people about %s', async (_, fault, said) => {
    const { server, embedder } = await open()
    // Of whatever text: else it is a fault of that one.
    server.faults.push(fault, fault)
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
