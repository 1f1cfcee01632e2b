import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FakeOllama } from './fake-ollama'
import type { FakeRegistry, Layer } from './fake-registry'
import { fakeModel, fullName, type FakeModel } from './models'
import { bodyOf, readText, Refusal } from './requests'

export const fakeRegistry = (models: FakeModel[] = []): FakeRegistry => ({
  models,
  layers: [
    {
      digest: 'sha256:dc4387e2242164a128615d99e9a0853f3765a6484534cff4c65c381a69234e60',
      total: 45_949_216,
    },
    {
      digest: 'sha256:65c1ee9f6dc2d52c2a0c778096459925e0ea77d2794920c137fda7660ecede3f',
      total: 148,
    },
  ],
  state: 'there',
  kept: new Map(),
  chunk: 8_000_000,
  msPerChunk: 0,
  room: Infinity,
})

/** Each part of a name as Ollama takes one. */
const NAME =
  /^(?:(?<host>[\w.-]+(?::\d+)?)\/)?(?:(?<namespace>[\w.-]+)\/)?(?<model>[\w.-]+)(?::(?<tag>[\w.-]+))?$/

/** `POST /api/pull`. */
export async function pull(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  const { model = '', insecure = false, stream = true } = bodyOf(await readText(request)) as Pull
  const { groups } = NAME.exec(model) ?? {}
  if (!groups) throw new Refusal(400, 'invalid model name')
  const lines = linesOf(fake, { model, place: placeOf(groups, insecure), isInsecure: insecure })
  if (!stream) return sendLast(response, lines)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  let sent = 0
  for await (const line of lines) {
    await fake.registry.hold
    if (response.destroyed) return
    if (sent++ === fake.registry.breaksAfter) {
      fake.registry.breaksAfter = undefined
      return void response.destroy()
    }
    response.write(`${JSON.stringify(line)}\n`)
  }
  response.end()
}

interface Pull {
  model?: string
  insecure?: boolean
  stream?: boolean
}

type Line = { error: string } | ({ status: string } & Partial<Layer> & { completed?: number })

async function sendLast(response: ServerResponse, lines: AsyncIterable<Line>): Promise<void> {
  let last: Line | undefined
  for await (const line of lines) last = line
  const status = last && 'error' in last ? 500 : 200
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(last))
}

/** Where the registry keeps a model's manifest. */
function placeOf(groups: Record<string, string | undefined>, isInsecure: boolean): URL {
  // One part before the model is a namespace, of Ollama's own registry.
  const { host = '', namespace, model = '', tag = 'latest' } = groups
  const isHost = /[.:]/.test(host)
  const from = isHost ? host : 'registry.ollama.ai'
  const space = namespace ?? (isHost || host === '' ? 'library' : host)
  const scheme = isInsecure ? 'http' : 'https'
  return new URL(`${scheme}://${from}/v2/${space}/${model}/manifests/${tag}`)
}

interface Pulled {
  model: string
  place: URL
  isInsecure: boolean
}

async function* linesOf(fake: FakeOllama, pulled: Pulled): AsyncGenerator<Line> {
  const { registry } = fake
  yield { status: 'pulling manifest' }
  const failure = unreachable(registry, pulled)
  if (failure) {
    yield { error: `pull model manifest: ${failure}` }
    return
  }
  const found = registry.models.find(({ name }) => fullName(name) === fullName(pulled.model))
  if (!found) {
    yield { error: 'pull model manifest: file does not exist' }
    return
  }
  for (const layer of registry.layers) {
    for await (const completed of loaded(registry, layer)) {
      if (completed === undefined) {
        yield { error: `write ${layer.digest}: ${FULL}` }
        return
      }
      yield { status: `pulling ${layer.digest.slice(7, 19)}`, ...layer, completed }
    }
  }
  yield { status: 'verifying sha256 digest' }
  yield { status: 'writing manifest' }
  const isThere = fake.models.some(({ name }) => fullName(name) === fullName(found.name))
  if (!isThere) fake.models = [...fake.models, fakeModel(found)]
  yield { status: 'success' }
}

const FULL = 'no space left on device'

function unreachable({ state }: FakeRegistry, { place, isInsecure }: Pulled): string | undefined {
  const get = `Get "${place.href}":`
  const { hostname, host } = place
  if (state === 'no such host') {
    return `${get} dial tcp: lookup ${hostname} on 127.0.0.53:53: no such host`
  }
  if (state === 'connection refused') return `${get} dial tcp ${host}: connect: ${state}`
  if (state === 'without TLS' && !isInsecure) {
    return `${get} http: server gave HTTP response to HTTPS client`
  }
  return undefined
}

/**
 * The bytes that are there at each line; undefined where there is no room for more. As recorded, a
 * line is sent every now and then: none at the moment a layer is whole, and none of a layer that is
 * quickly there.
 */
async function* loaded(
  { kept, chunk, msPerChunk, room }: FakeRegistry,
  { digest, total }: Layer,
): AsyncGenerator<number | undefined> {
  const there = () => kept.get(digest) ?? 0
  if (there() === total) yield total
  while (there() < total) {
    const all = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0)
    const next = Math.min(total, there() + chunk)
    if (all - there() + next > room) {
      yield undefined
      return
    }
    await setTimeout(msPerChunk)
    kept.set(digest, next)
    if (next < total) yield next
  }
}

/** `DELETE /api/delete`. */
export async function remove(fake: FakeOllama, request: IncomingMessage, response: ServerResponse) {
  const { model, name } = bodyOf(await readText(request)) as { model?: string; name?: string }
  const wanted = model ?? name ?? ''
  const found = fake.models.find((each) => fullName(each.name) === fullName(wanted))
  if (!found) throw new Refusal(404, `model '${wanted}' not found`)
  fake.models = fake.models.filter((each) => each !== found)
  fake.loaded.delete(found.name)
  response.writeHead(200, { 'content-length': '0' }).end()
}
