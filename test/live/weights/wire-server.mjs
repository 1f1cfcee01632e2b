// Speaks as much of Ollama's wire as Pegboard uses, over weights that `node-llama-cpp` runs here.
// It does what a real server was seen to do with a model made of a GGUF alone: the schema's keys
// come in alphabetical order, a prompt that does not fit is refused, one question is answered at a
// time.
import { createServer } from 'node:http'
import { describeModel, modelsInMemory } from './models.mjs'
import { Refusal } from './refusal.mjs'
import { chatRequest, embedRequest, showRequest } from './requests.mjs'

/** @typedef {import('./models.mjs').Model} Model */
/** @typedef {Awaited<ReturnType<typeof modelsInMemory>>} InMemory */
/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/** The one whose ways these are. */
const VERSION = '0.32.15'
const MADE_AT = '2026-01-01T00:00:00Z'
const HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/**
 * Serves models at the loopback address. Each thread beyond one waits for the others, on a busy
 * machine for seconds.
 * @param {import('./runtime-types').Runtime} runtime
 * @param {import('./models.mjs').ServedFile[]} files
 * @param {{ port?: number, threads?: number }} [options] a port of 0: any that is free
 */
export async function serveWeights(runtime, files, { port = 0, threads = 1 } = {}) {
  const models = await Promise.all(files.map((file) => describeModel(runtime, file)))
  const inMemory = await modelsInMemory(runtime, threads)
  const server = createServer((request, response) => {
    handle({ request, response, models, inMemory }).catch((error) => refuse(response, error))
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await inMemory.close()
    },
  }
}

/** @typedef {{ request: Request, response: Response, models: Model[], inMemory: InMemory }} Call */

/** @type {Record<string, Record<string, (call: Call) => Promise<void> | void>>} */
const ROUTES = {
  '/': { GET: ({ response }) => sendText(response, 200, 'Ollama is running') },
  '/api/version': { GET: ({ response }) => send(response, 200, { version: VERSION }) },
  '/api/tags': {
    GET: ({ response, models }) => send(response, 200, { models: models.map(listed) }),
  },
  '/api/ps': {
    GET: ({ response, inMemory }) => send(response, 200, { models: running(inMemory) }),
  },
  '/api/show': { POST: show },
  '/api/chat': { POST: chat },
  '/api/embed': { POST: embed },
}

/** @param {Call} call */
async function handle(call) {
  const { request, response } = call
  const [path = ''] = (request.url ?? '').split('?')
  // Another site's page may have its name lead here.
  if (!HOSTS.test(request.headers.host ?? '')) return sendText(response, 403, '')
  const route = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined
  if (!route) return sendText(response, 404, '404 page not found')
  const work = route[request.method ?? '']
  if (work) return work(call)
  response.setHeader('allow', Object.keys(route).join(', '))
  return sendText(response, 405, '405 method not allowed')
}

/** @param {Response} response @param {unknown} error */
function refuse(response, error) {
  const message = error instanceof Error ? error.message : String(error)
  if (response.headersSent) response.end(`${JSON.stringify({ error: message })}\n`)
  else send(response, error instanceof Refusal ? error.status : 500, { error: message })
}

/** @param {Response} response @param {number} status @param {object} body */
function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

/** @param {Response} response @param {number} status @param {string} text */
function sendText(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(text)
}

/** @param {string} name */
const withTag = (name) => (name.includes(':') ? name : `${name}:latest`)

/** @param {Model[]} models @param {string} wanted */
const named = (models, wanted) =>
  models.find(({ name }) => withTag(name).toLowerCase() === withTag(wanted).toLowerCase())

/** @param {Model} model */
const detailsOf = ({ family, parameterSize, quantization }) => ({
  parent_model: '',
  format: 'gguf',
  family,
  families: [family],
  parameter_size: parameterSize,
  quantization_level: quantization,
})

/** @param {Model} model */
const capabilitiesOf = ({ embeds }) => [embeds ? 'embedding' : 'completion']

/** @param {Model} model */
const headOf = ({ name, bytes, digest }) => ({
  name: withTag(name),
  model: withTag(name),
  size: bytes,
  digest,
})

/** @param {Model} model */
const listed = (model) => ({
  ...headOf(model),
  modified_at: MADE_AT,
  details: {
    ...detailsOf(model),
    context_length: model.contextLength,
    embedding_length: model.embeddingLength,
  },
  capabilities: capabilitiesOf(model),
})

/** @param {InMemory} inMemory */
function running(inMemory) {
  const now = inMemory.now()
  if (!now) return []
  const { model, size } = now
  const details = detailsOf(model)
  return [{ ...headOf(model), details, size_vram: 0, context_length: size }]
}

/** @param {Call} call */
async function show({ request, response, models }) {
  const asked = await showRequest(request)
  if (asked.model === '') throw new Refusal(400, 'model is required')
  const model = named(models, asked.model)
  if (!model) throw new Refusal(404, `model '${withTag(asked.model)}' not found`)
  send(response, 200, {
    modelfile: '',
    parameters: '',
    template: model.template,
    details: detailsOf(model),
    model_info: {
      'general.architecture': model.family,
      [`${model.family}.context_length`]: model.contextLength,
      [`${model.family}.embedding_length`]: model.embeddingLength,
    },
    capabilities: capabilitiesOf(model),
    modified_at: MADE_AT,
  })
}

/** @param {Call} call */
async function chat({ request, response, models, inMemory }) {
  const asked = await chatRequest(request)
  const model = chatModelFor(asked, models)
  const line = (/** @type {string} */ content, /** @type {object} */ end) => ({
    model: asked.model,
    created_at: new Date().toISOString(),
    message: { role: 'assistant', content },
    ...end,
  })
  if (asked.messages.length === 0) {
    return send(response, 200, line('', { done: true, done_reason: 'load' }))
  }
  const leaving = new AbortController()
  response.on('close', () => leaving.abort())
  const onText = (/** @type {string} */ text) => {
    if (!asked.stream || text === '') return
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify(line(text, { done: false }))}\n`)
  }
  const { text, end } = await inMemory.chat(model, { asked, signal: leaving.signal, onText })
  if (!asked.stream) return send(response, 200, line(text, end))
  if (end.done) response.write(`${JSON.stringify(line('', end))}\n`)
  response.end()
}

/** @param {import('./requests.mjs').ChatRequest} asked @param {Model[]} models */
function chatModelFor(asked, models) {
  if (asked.model === '') throw new Refusal(400, 'model is required')
  const model = named(models, asked.model)
  if (!model) throw new Refusal(404, `model '${asked.model}' not found`)
  if (model.embeds) throw new Refusal(400, `"${asked.model}" does not support chat`)
  if (asked.tools?.length) {
    throw new Refusal(
      400,
      `registry.ollama.ai/library/${withTag(model.name)} does not support tools`,
    )
  }
  if (asked.think) throw new Refusal(400, `"${asked.model}" does not support thinking`)
  return model
}

/** @param {Call} call */
async function embed({ request, response, models, inMemory }) {
  const asked = await embedRequest(request)
  if (asked.model === '') throw new Refusal(404, `model '' not found`)
  const model = named(models, asked.model)
  if (!model) throw new Refusal(404, `model "${asked.model}" not found, try pulling it first`)
  if (!model.embeds) {
    throw new Refusal(501, 'This server does not support embeddings. Start it with `--embeddings`')
  }
  if (asked.input.length === 0) return send(response, 200, { model: asked.model, embeddings: [] })
  send(response, 200, { model: asked.model, ...(await inMemory.embed(model, asked)) })
}
