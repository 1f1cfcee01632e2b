import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import { recording } from '../../../fixtures/ollama-wire/recordings'

const never = new AbortController().signal

/** What was recorded, with its vectors as long again as they were. */
function bodyOf(name: string): string {
  const { body = '' } = recording(name).response ?? {}
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

/** A server that answers what a real one was recorded to: the list, its models, and requests to embed by `embeds`, one each. */
async function replayed(...embeds: string[]) {
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
      }
      const next = () => embeds.shift() ?? 'embed-one'
      const recorded = recording(input ? next() : (others[request.url ?? ''] ?? 'get-unknown-path'))
      if (!recorded.response) return response.destroy()
      const { status, headers } = recorded.response
      return response.writeHead(status, headers).end(bodyOf(recorded.name))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const embedders = ollamaEmbedders(() => url, { retryDelaysMs: [1, 1, 1] })
  return { asked, embedders, open: () => embedders.open('ollama:all-minilm', never) }
}

describe('what a real Ollama was recorded to answer', () => {
  it('is read as a list of its embedding models, the one it lists wrongly among them', async () => {
    const { embedders } = await replayed()
    expect(await embedders.list(never)).toEqual(
      ['all-minilm', 'all-minilm-converted', 'all-minilm-512'].map((name) => ({
        name: `ollama:${name}`,
        title: `${name} (22.57M, 46 MB)`,
        available: true,
      })),
    )
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
    ['embed-empty-array', '0 vectors for 1 texts'],
    ['embed-option-wrong-type', 'option "num_ctx" must be of type integer'],
    [
      'chat-image-on-text-model',
      'with all-minilm: Multimodal data provided, but model does not support multimodal requests.',
    ],
    ['get-tags-foreign-host', 'Forbidden'],
    ['get-embed-wrong-method', 'Method Not Allowed'],
  ])('is told in plain words: %s', async (name, words) => {
    const { open } = await replayed(name)
    const embedder = await open()
    await expect(embedder.embedQueries(['x'], never)).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining(words),
      fix: expect.any(String),
    })
  })
})
