import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeModel {
  name: string
  digest: string
  family: string
  dimensions: number
  /** Words it takes in, prompt included. */
  contextTokens: number
  /** Absent: the server is too old to name any. */
  capabilities?: string[]
  /** What `/api/show` says where the listing says nothing. */
  shownCapabilities?: string[]
  /** Whether `/api/show` tells the length of vectors. */
  tellsDimensions: boolean
  remote_host?: string
}

export interface FakeOllama {
  readonly url: string
  /** To be changed by a test as it likes. */
  models: FakeModel[]
  /** Requests to `/api/embed` answered, in order. */
  readonly embedded: { model: string; input: string[]; truncate: boolean }[]
  /** Requests to `/api/embed` that are being answered now, and the most there ever were. */
  readonly inFlight: { now: number; most: number }
  /** The next requests to embed are answered this way instead, one each. */
  readonly faults: Fault[]
  /** While set, requests to embed wait for it before they are answered. */
  hold?: Promise<void>
  /** Connections the client closed before it was answered. */
  readonly brokenOff: { count: number }
  close(): Promise<void>
}

export type Fault =
  'busy' | 'cut' | 'hang' | 'no-json' | 'out-of-memory' | { embeddings: (number | null)[][] }

const NOMIC: FakeModel = {
  name: 'nomic-embed-text:latest',
  digest: '0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f',
  family: 'nomic-bert',
  dimensions: 24,
  contextTokens: 40,
  capabilities: ['embedding'],
  tellsDimensions: true,
}

export const fakeModel = (over: Partial<FakeModel> = {}): FakeModel => ({ ...NOMIC, ...over })

/** An Ollama server over real HTTP, embedding by hash; everything else as the real one answers. */
export async function startFakeOllama(models = [fakeModel()]): Promise<FakeOllama> {
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const fake: FakeOllama = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    models,
    embedded: [],
    inFlight: { now: 0, most: 0 },
    faults: [],
    brokenOff: { count: 0 },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake
}

async function answer(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  const body = await readJson(request)
  switch (`${request.method} ${request.url}`) {
    case 'GET /api/version':
      return send(response, 200, { version: '0.12.6' })
    case 'GET /api/tags':
      return send(response, 200, { models: fake.models.map(listed) })
    case 'POST /api/show':
      return show(fake, body, response)
    case 'POST /api/embed':
      fake.inFlight.most = Math.max(fake.inFlight.most, ++fake.inFlight.now)
      response.on('close', () => {
        fake.inFlight.now--
        if (!response.writableFinished) fake.brokenOff.count++
      })
      await fake.hold
      return embed(fake, body as unknown as EmbedRequest, response)
    default:
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(json)
}

const listed = ({ name, digest, family, capabilities, remote_host }: FakeModel) => ({
  name,
  model: name,
  modified_at: '2026-08-01T10:00:00Z',
  size: 274_302_450,
  digest,
  details: { format: 'gguf', family, families: [family], parameter_size: '137M' },
  capabilities,
  remote_host,
})

const modelOf = ({ models }: FakeOllama, name: unknown) =>
  models.find((model) => model.name === name || model.name === `${String(name)}:latest`)

function show(fake: FakeOllama, body: Record<string, unknown>, response: ServerResponse) {
  const model = modelOf(fake, body['model'])
  if (!model) return send(response, 404, { error: `model '${String(body['model'])}' not found` })
  const { family, dimensions, contextTokens } = model
  send(response, 200, {
    details: listed(model).details,
    capabilities: model.capabilities ?? model.shownCapabilities,
    model_info: {
      'general.architecture': family,
      [`${family}.context_length`]: contextTokens,
      ...(model.tellsDimensions && { [`${family}.embedding_length`]: dimensions }),
    },
  })
}

interface EmbedRequest {
  model: string
  input: string | string[]
  truncate?: boolean
}

function embed(fake: FakeOllama, body: EmbedRequest, response: ServerResponse): void {
  const { model: name, truncate = true } = body
  const input = Array.isArray(body.input) ? body.input : [body.input]
  const fault = fake.faults.shift()
  if (fault) return fail(fault, response)
  const model = modelOf(fake, name)
  if (!model) {
    return send(response, 404, { error: `model "${name}" not found, try pulling it first` })
  }
  if (!(model.capabilities ?? ['embedding']).includes('embedding')) {
    return send(response, 400, { error: `"${name}" does not support embeddings` })
  }
  const words = input.map((text) => text.split(/\s+/))
  if (!truncate && words.some(({ length }) => length > model.contextTokens)) {
    return send(response, 400, { error: 'the input length exceeds the context length' })
  }
  fake.embedded.push({ model: name, input, truncate })
  const cut = words.map((text) => text.slice(0, model.contextTokens).join(' '))
  send(response, 200, {
    model: name,
    embeddings: cut.map((text) => hashVector(model.digest + text, model.dimensions)),
    total_duration: 14_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: words.flat().length,
  })
}

function fail(fault: Fault, response: ServerResponse): void {
  if (typeof fault === 'object') return send(response, 200, fault)
  switch (fault) {
    case 'busy':
      return send(response, 503, {
        error: 'server busy, please try again.  maximum pending requests exceeded',
      })
    case 'out-of-memory':
      return send(response, 500, { error: 'model requires more system memory than is available' })
    case 'no-json':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      return
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
      response.write('{"embeddings":[[0.1,', () => response.destroy())
      return
    case 'hang':
  }
}

/** Unit length; the same text gives the same vector. */
function hashVector(text: string, dimensions: number): number[] {
  const values = Array.from({ length: dimensions }, (_, at) => {
    const hash = createHash('sha256').update(`${at} ${text}`).digest()
    return hash.readInt32BE() / 2 ** 31
  })
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
