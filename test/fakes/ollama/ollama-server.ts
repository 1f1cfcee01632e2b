import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerChat, type Route } from './chatting'
import { embedded, embedRequest, load, modelOf, shortened } from './embedding'
import type { FakeOllama } from './fake-ollama'
import { fail } from './faults'
import { fakeModel, fullName, listed, running, shown } from './models'
import { fakeRegistry, pull, remove } from './registry'
import { bodyOf, isForeign, readText, Refusal, send } from './requests'

export { chatModel, convertedModel, fakeModel, type FakeModel } from './models'
export { answering } from './speech'
export type { FakeOllama } from './fake-ollama'
export type { Fault } from './faults'

/** Starts one on the loopback address. */
export async function startFakeOllama(models = [fakeModel()]): Promise<FakeOllama> {
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => {
      if (error instanceof Refusal) send(response, error.status, { error: error.message })
      else response.destroy(error as Error)
    })
  })
  const listen = (port: number) =>
    new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const fake: FakeOllama = {
    url: `http://127.0.0.1:${port}`,
    models,
    embedded: [],
    chatted: [],
    chatFaults: [],
    lastChatWords: 'an error was encountered while running the model: unexpected EOF',
    chats: { now: 0, most: 0 },
    requests: [],
    inFlight: { now: 0, most: 0 },
    shows: { now: 0, most: 0 },
    faults: [],
    runnerDies: 0,
    lastWords: 'llama-server process no longer running: unknown',
    loadMs: 0,
    msPerText: 0,
    msPerToken: 0,
    maxQueue: 512,
    loaded: new Set(),
    registry: fakeRegistry(),
    loading: { now: 0 },
    brokenOff: { count: 0 },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
    startAgain: () => listen(port),
  }
  return fake
}

type Answer = (fake: FakeOllama, request: IncomingMessage, response: ServerResponse) => unknown

const ROUTES: Record<string, Record<string, Answer>> = {
  '/': { GET: sayRunning, HEAD: sayRunning },
  '/api/version': { GET: (_, __, response) => send(response, 200, { version: '0.32.15' }) },
  '/api/status': {
    GET: (_, __, response) => send(response, 200, { cloud: { disabled: true, source: 'env' } }),
  },
  '/api/tags': {
    GET: ({ models }, _, response) => send(response, 200, { models: models.map(listed) }),
  },
  '/api/ps': {
    GET({ models, loaded }, _, response) {
      send(response, 200, { models: models.filter(({ name }) => loaded.has(name)).map(running) })
    },
  },
  '/api/show': { POST: show },
  '/api/embed': { POST: embed },
  '/api/chat': { POST: chatting('chat') },
  '/api/generate': { POST: chatting('generate') },
  '/api/pull': { POST: pull },
  '/api/delete': { DELETE: remove },
}

async function answer(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '' } = request
  fake.requests.push(`${method} ${url}`)
  if (fake.frozen) return
  if (isForeign(request)) return void response.writeHead(403, { 'content-length': '0' }).end()
  const route = ROUTES[url]
  if (!route) return sayText(response, 404, '404 page not found')
  const answerer = route[method]
  if (answerer) return answerer(fake, request, response)
  response.setHeader('allow', Object.keys(route).join(', '))
  sayText(response, 405, '405 method not allowed')
}

const sayText = (response: ServerResponse, status: number, text: string) =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)

function sayRunning(_: FakeOllama, __: IncomingMessage, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': '17' })
  response.end('Ollama is running')
}

async function show(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  const stop = counted(fake.shows, response)
  const { model: name = '' } = bodyOf(await readText(request)) as { model?: string }
  await fake.holdShows
  stop()
  if (name === '') throw new Refusal(400, 'model is required')
  if (!/^[\w./-]+(:[\w.-]+)?$/.test(name)) throw new Refusal(400, 'invalid model name')
  const model = fake.models.find((each) => fullName(each.name) === fullName(name))
  if (!model) throw new Refusal(404, `model '${fullName(name)}' not found`)
  send(response, 200, shown(model))
}

async function embed(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  counted(fake.inFlight, response)
  countBrokenOff(fake, response)
  const body = bodyOf(await readText(request))
  await fake.hold
  const fault = fake.faults.shift()
  if (fault) return fail(fault, response)
  const wanted = embedRequest(body)
  const model = modelOf(fake, wanted.model)
  const nothing = { model: wanted.model, embeddings: [] }
  const load_duration = await load(fake, model)
  if (wanted.input.length === 0) return send(response, 200, nothing)
  const { embeddings, promptTokens } = await inTurn(fake, () => embedded(fake, model, wanted))
  send(response, 200, {
    model: wanted.model,
    embeddings: embeddings.map((vector) =>
      shortened(vector as number[], Number(body['dimensions'] ?? 0)),
    ),
    total_duration: 14_000_000 + load_duration,
    load_duration,
    prompt_eval_count: promptTokens,
  })
}

function chatting(route: Route): Answer {
  return async (fake, request, response) => {
    counted(fake.chats, response)
    countBrokenOff(fake, response)
    const body = bodyOf(await readText(request))
    await fake.hold
    await answerChat({ fake, host: { load, inTurn }, route }, body, response)
  }
}

const turns = new WeakMap<FakeOllama, Promise<unknown>>()

/** The runner takes one request after the other. */
function inTurn<Result>(fake: FakeOllama, work: () => Promise<Result>): Promise<Result> {
  const result = (turns.get(fake) ?? Promise.resolve()).then(work)
  turns.set(
    fake,
    result.catch(() => undefined),
  )
  return result
}

function countBrokenOff({ brokenOff }: FakeOllama, response: ServerResponse): void {
  response.on('close', () => {
    if (!response.writableFinished) brokenOff.count++
  })
}

function counted(count: { now: number; most: number }, response: ServerResponse): () => void {
  count.most = Math.max(count.most, ++count.now)
  let isOver = false
  const stop = () => {
    if (!isOver) count.now--
    isOver = true
  }
  response.on('close', stop)
  return stop
}
