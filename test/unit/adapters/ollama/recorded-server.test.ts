import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import { ollamaModelServer } from '../../../../src-main/adapters/ollama/ollama-model-server'
import { recording } from '../../../fixtures/ollama-wire/recordings'

const never = new AbortController().signal

/** What was recorded, with its vectors as long again as they were. */
function bodyOf(name: string): string {
  const { body = '', lines } = recording(name).response ?? {}
  const whole = lines?.filter((line) => !('omittedLines' in line))
  if (whole) return whole.map((line) => `${JSON.stringify(line)}\n`).join('')
  if (typeof body === 'string') return body
  return JSON.stringify(body, (_, value: unknown) => {
    const { shortenedFrom: length } = (value ?? {}) as { shortenedFrom?: number }
    return length === undefined ? value : Array<number>(length).fill(length ** -0.5)
  })
}

const SHOWN: Record<string, string> = {
  'all-minilm:latest': 'show-embedding',
  'all-minilm-512:latest': 'show-embedding',
  'all-minilm-converted:latest': 'show-embedding-converted',
}

/**
 * A server that answers what a real one was recorded to: the list, its models, and requests to
 * embed, pull or delete by `names`, one each.
 */
async function replayed(...names: string[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const { model = '', input } = JSON.parse(text || '{}') as { model?: string; input?: string[] }
      if (input) asked.push(...input)
      const others: Record<string, string> = {
        '/api/tags': 'get-tags',
        '/api/show': SHOWN[model] ?? 'show-chat',
        '/api/ps': 'get-ps-embedding',
        '/api/version': 'get-version',
      }
      const isNext = input || ['/api/pull', '/api/delete'].includes(request.url ?? '')
      const next = () => names.shift() ?? 'embed-one'
      const recorded = recording(
        isNext ? next() : (others[request.url ?? ''] ?? 'get-unknown-path'),
      )
      if (!recorded.response) return response.destroy()
      const { status, headers } = recorded.response
      response.writeHead(status, headers)
      if (!recorded.aborted) return response.end(bodyOf(recorded.name))
      response.write(bodyOf(recorded.name), () => response.destroy())
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const embedders = ollamaEmbedders(() => url, { retryDelaysMs: [1, 1, 1] })
  const models = ollamaModelServer(() => url, { retryDelaysMs: [1, 1, 1] })
  return { asked, embedders, models, open: () => embedders.open('ollama:all-minilm', never) }
}

describe('what a real Ollama was recorded to answer', () => {
  it('is read as a list of its embedding models, the one it lists wrongly among them', async () => {
    const { models } = await replayed()
    const { version, models: listed } = await models.list(never)
    expect(version).toBe('0.32.15')
    const embedding = listed.filter(({ capabilities }) => capabilities.includes('embedding'))
    expect(embedding).toMatchObject(
      ['all-minilm', 'all-minilm-converted', 'all-minilm-512'].map((title) => ({
        title,
        parameters: '22.57M',
        size: expect.closeTo(45_949_372, -2),
        dimensions: 384,
        contextTokens: 256,
      })),
    )
    expect(listed.filter(({ loaded }) => loaded).map(({ title }) => title)).toContain('all-minilm')
  })

  it.each([
    ['pull-unknown-model', 'The registry knows no model “m”.'],
    ['pull-unreachable', 'Ollama cannot reach registry.ollama.ai: this machine is offline'],
    ['pull-registry-refused', 'Ollama cannot reach 127.0.0.1:25000: this machine is offline'],
    ['pull-http-registry-without-insecure', 'Ollama does not trust 127.0.0.1:25000'],
    ['pull-invalid-name', '“m” is no name of a model.'],
    ['pull-cancelled', 'Pulling m broke off'],
  ])('to a pull is told in words: %s', async (name, message) => {
    const { models } = await replayed(name)
    const pulling = models.pull('m', { signal: never, onProgress: () => undefined })
    await expect(pulling).rejects.toMatchObject({ message: expect.stringContaining(message) })
  })

  it.each(['pull-success', 'pull-again'])('to a pull ends well: %s', async (name) => {
    const { models } = await replayed(name)
    const told: string[] = []
    await models.pull('m', { signal: never, onProgress: ({ status }) => told.push(status) })
    expect(told.at(-1)).toBe('success')
  })

  it('to a deletion is done, or told to be of nothing that is there', async () => {
    const there = await replayed('delete')
    await there.models.remove('peg-copy', never)
    const gone = await replayed('delete-unknown')
    await expect(gone.models.remove('no-such-model', never)).rejects.toMatchObject({
      message: 'The model no-such-model is not installed in Ollama.',
    })
  })

  it('embeds with the model that is listed wrongly', async () => {
    const { embedders } = await replayed('embed-batch')
    const embedder = await embedders.open('ollama:all-minilm-converted', never)
    expect(embedder.dimensions).toBe(384)
    expect(await embedder.embedDocuments(['a', 'b', 'c'], never)).toHaveLength(3)
  })

  it('cuts a text that is refused as too long, until it is taken', async () => {
    const { asked, open } = await replayed(
      'embed-truncate-false-too-long',
      'embed-truncate-false-at-limit',
    )
    const embedder = await open()
    const text = Array<string>(600).fill('tool').join(' ')
    const cuts: number[] = []
    await embedder.embedDocuments([text], never, (_, characters) => cuts.push(characters))
    expect(asked.map(({ length }) => length)).toEqual([text.length, ...cuts])
    expect(cuts[0]).toBeLessThan(text.length)
  })

  it.each(['embed-runner-killed', 'embed-overload-503'])(
    'is asked again after %s',
    async (name) => {
      const { asked, open } = await replayed(name, name, 'embed-after-runner-killed')
      const embedder = await open()
      expect(await embedder.embedQueries(['x'], never)).toHaveLength(1)
      expect(asked).toEqual(['x', 'x', 'x'])
    },
  )

  it.each([
    ['embed-by-chat-model', 'does not embed: This server does not support embeddings.'],
    ['embed-server-sigkill', 'The connection to Ollama at '],
    ['embed-unknown-model', 'The model all-minilm is not installed in Ollama.'],
    [
      'embed-empty-array',
      'The model all-minilm makes no vectors: it answered 0 vectors for 1 texts.',
    ],
    ['embed-option-wrong-type', 'option "num_ctx" must be of type integer'],
    [
      'chat-image-on-text-model',
      'with all-minilm: Multimodal data provided, but model does not support multimodal requests.',
    ],
    ['get-tags-foreign-host', 'Forbidden'],
    ['get-embed-wrong-method', 'Method Not Allowed'],
  ])('is told in plain words: %s', async (name, words) => {
    // What it says of one text it says of any other.
    const { open } = await replayed(name, name)
    const embedder = await open()
    await expect(embedder.embedQueries(['x'], never)).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining(words),
      fix: expect.any(String),
    })
  })
})
