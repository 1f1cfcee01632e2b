import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ollamaEmbedders } from '../../../../src-main/adapters/ollama/ollama-embedders'
import { startFakeOllama } from '../../../fakes/ollama-server'

const never = new AbortController().signal

async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An address, and how often it was asked for anything. */
async function elsewhere() {
  const asked: string[] = []
  const url = await serverWith((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"models":[],"embeddings":[[1]]}')
  })
  return { url, asked }
}

it('an address that sends requests on to another is not followed', async () => {
  const other = await elsewhere()
  const url = await serverWith((request, response) => {
    response.writeHead(307, { location: `${other.url}${request.url}` }).end()
  })
  const embedders = ollamaEmbedders(() => url, [1, 1])
  const message = `What answers at ${url} sends requests on to ${other.url}, which is not followed.`
  await expect(embedders.open('ollama:nomic-embed-text', never)).rejects.toMatchObject({
    code: 'unavailable',
    message,
    fix: 'Enter the address of Ollama itself under Settings.',
  })
  expect(await embedders.list(never)).toMatchObject([
    { available: false, remark: expect.stringContaining(message) as string },
  ])
  expect(other.asked).toEqual([])
})

it('texts to embed are sent nowhere else when the server sends only them on', async () => {
  const other = await elsewhere()
  const real = await startFakeOllama()
  onTestFinished(() => real.close())
  const url = await serverWith((request, response) => {
    const location = `${request.url === '/api/embed' ? other.url : real.url}${request.url}`
    if (request.url === '/api/embed') return response.writeHead(308, { location }).end()
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    return request.on('end', () => {
      const body = request.method === 'POST' ? Buffer.concat(pieces) : undefined
      void fetch(location, { method: request.method, body }).then(async (answer) =>
        response.writeHead(answer.status).end(await answer.text()),
      )
    })
  })
  const embedder = await ollamaEmbedders(() => url, [1, 1]).open('ollama:nomic-embed-text', never)
  await expect(embedder.embedQueries(['a secret'], never)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('is not followed') as string,
  })
  expect(other.asked).toEqual([])
})
