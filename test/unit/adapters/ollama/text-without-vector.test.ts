import { afterEach, describe, expect, it } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import { NoVector, type Embedder } from '../../../../src-main/ports/embedder'
import { fakeModel, startFakeOllama, type FakeOllama } from '../../../fakes/ollama/ollama-server'

const never = new AbortController().signal
const running: FakeOllama[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function open() {
  const server = await startFakeOllama([fakeModel({ name: 'all-minilm' })])
  running.push(server)
  const embedders = ollamaEmbedders(() => server.url, { retryDelaysMs: [1, 1] })
  return { server, embedders, embedder: await embedders.open('ollama:all-minilm', never) }
}

const texts = (count: number, odd: readonly number[]) =>
  Array.from({ length: count }, (_, at) => (odd.includes(at) ? `odd ${at}` : `text ${at}`))

async function embedded(embedder: Embedder, all: string[]) {
  const none: [at: number, why: string][] = []
  const onNone = (at: number, why: string) => void none.push([at, why])
  const vectors = await embedder.embedDocuments(all, never, undefined, onNone)
  const places = [...vectors.keys()].filter((at) => vectors[at]?.some((value) => value !== 0))
  return { none: none.sort(([a], [b]) => a - b), places }
}

const embeds = ({ requests }: FakeOllama) =>
  requests.filter((each) => each === 'POST /api/embed').length

describe('a text that the model makes no vector of', () => {
  it('is found among 100 by some requests, and all others get their vectors', async () => {
    const { server, embedder } = await open()
    server.makesNaN = (text) => text.startsWith('odd')
    const { none, places } = await embedded(embedder, texts(100, [40]))
    expect(none).toEqual([[40, 'answered NaN']])
    expect(places).toHaveLength(99)
    // Four batches, two halves of each half of one, whether any text has a vector, and the odd one
    // once more.
    expect(embeds(server)).toBe(4 + 2 * 5 + 2)
  })

  it('is told of the rest where several fail', async () => {
    const { server, embedder } = await open()
    server.makesNaN = (text) => text.startsWith('odd')
    const { none, places } = await embedded(embedder, texts(64, [0, 31, 32, 63]))
    expect(none.map(([at]) => at)).toEqual([0, 31, 32, 63])
    expect(places).toHaveLength(60)
  })

  it('is told of where a server writes what is no number into its vector', async () => {
    const { server, embedder } = await open()
    server.writesNull = (text) => text.startsWith('odd')
    const { none, places } = await embedded(embedder, texts(10, [3]))
    expect(none).toEqual([[3, 'answered values that are no numbers']])
    expect(places).toHaveLength(9)
    expect(embeds(server)).toBe(1)
  })

  it.each<[string, (number | null)[]]>([
    ['numbers beyond all bounds', [...Array<number>(23).fill(0.1), 1e300]],
    ['nothing but zeros', Array<number>(24).fill(0)],
    ['too few numbers', Array<number>(23).fill(0.1)],
  ])('is told of where its vector holds %s', async (_, odd) => {
    const { server, embedder } = await open()
    server.faults.push({ embeddings: [Array<number>(24).fill(0.1), odd] })
    const { none, places } = await embedded(embedder, ['text', 'odd'])
    expect(none).toEqual([[1, expect.stringMatching(/^answered /)]])
    expect(places).toEqual([0])
  })

  it('fails by itself where nobody is told', async () => {
    const { server, embedder } = await open()
    server.makesNaN = (text) => text.startsWith('odd')
    const asked = embedder.embedQueries(['odd query'], never)
    await expect(asked).rejects.toBeInstanceOf(NoVector)
    await expect(asked).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/all-minilm .*answered NaN.*odd query/),
    })
  })

  it('is none where the model makes a vector of nothing: that is told once, after a few requests', async () => {
    const { server, embedder } = await open()
    server.makesNaN = () => true
    await expect(embedded(embedder, texts(300, []))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The model all-minilm makes no vectors: it answered NaN.',
      fix: expect.stringContaining('choose another embedder'),
    })
    expect(embeds(server)).toBeLessThan(6)
  })

  it('is not looked for where the machine, not a text, is at fault', async () => {
    const { server, embedder } = await open()
    server.faults.push('out-of-memory', 'out-of-memory')
    await expect(embedded(embedder, texts(64, []))).rejects.toMatchObject({
      message: expect.stringContaining('more system memory'),
    })
    expect(embeds(server)).toBeLessThan(3)
  })

  it('is embedded after all where its failure passed', async () => {
    const { server, embedder } = await open()
    server.faults.push('error-in-error')
    expect(await embedded(embedder, ['text'])).toEqual({ none: [], places: [0] })
  })
})

describe('a model that got the name of another', () => {
  it('is told, and opened with its own length the next time', async () => {
    const { server, embedder, embedders } = await open()
    // The same digest: another server whose list tells nothing of it.
    for (const model of server.models) model.dimensions = 12
    await expect(embedded(embedder, texts(3, []))).rejects.toMatchObject({
      message: 'The model all-minilm makes vectors of 12 numbers, where it made 24 before.',
      fix: expect.stringContaining('embedded anew'),
    })
    const again = await embedders.open('ollama:all-minilm', never)
    expect(again.dimensions).toBe(12)
    expect(again.fingerprint).not.toBe(embedder.fingerprint)
    expect((await embedded(again, texts(3, []))).places).toHaveLength(3)
  })
})
