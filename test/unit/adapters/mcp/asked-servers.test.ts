import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { LISTING_LIMITS } from '../../../../src-main/adapters/mcp/limits'
import { mcpServers } from '../../../../src-main/adapters/mcp/tool-servers'
import { Problem } from '../../../../src-main/domain/problem'
import { readListing } from '../../../fixtures/mcp/fixture-server'
import type { ListingCall } from '../../../../src-main/ports/tool-servers'

const SOON = { ...LISTING_LIMITS, firstMs: 1_500, allMs: 3_000 }
const servers = mcpServers({ version: '1.2.3' })
const hasty = mcpServers({ version: '1.2.3', limits: SOON })

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** A server on an address of its own, with what it was asked. */
async function serving(answer: Answer) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
}

interface Asking {
  headers?: Record<string, string>
  by?: typeof servers
  call?: Partial<ListingCall>
}

const list = async (url: string, { headers = {}, by = servers, call = {} }: Asking = {}) =>
  readListing(
    await by.list(
      { kind: 'http', url, headers },
      { signal: new AbortController().signal, ...call },
    ),
  )

async function problemOf(listing: Promise<unknown>): Promise<Problem> {
  const fault: unknown = await listing.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(Problem)
  return fault as Problem
}

/** A server as the protocol’s own library makes it. */
function wellBehaved(legacy: 'stateless' | 'reject'): Answer {
  const made = () => {
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    const inputSchema = z.object({ text: z.string() })
    server.registerTool('find', { description: 'Finds notes.', inputSchema }, () => ({
      content: [],
    }))
    return server
  }
  return toNodeHandler(createMcpHandler(made, { legacy }))
}

const json = (response: ServerResponse, body: object, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function messageOf(request: IncomingMessage) {
  let text = ''
  for await (const piece of request) text += String(piece)
  return JSON.parse(text || '{}') as { id?: number; method?: string }
}

/** A server of the time when one was greeted, whose list is answered as given. */
const greeted =
  (answerList: (response: ServerResponse, id: number) => void): Answer =>
  async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = await messageOf(request)
    if (id === undefined) return response.writeHead(202).end()
    if (method === 'tools/list') return answerList(response, id)
    if (method !== 'initialize') {
      return json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'No.' } }, 404)
    }
    const serverInfo = { name: 'notes', version: '1' }
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
    json(response, { jsonrpc: '2.0', id, result })
  }

const TOOLS = [{ name: 'find', inputSchema: { type: 'object' } }]
const answersTools = (response: ServerResponse, id: number) =>
  json(response, { jsonrpc: '2.0', id, result: { tools: TOOLS } })

describe('a server that is asked over HTTP', () => {
  it('lists its tools where nobody is greeted any more', async () => {
    const { url } = await serving(wellBehaved('reject'))
    expect(await list(url)).toMatchObject({ protocol: '2026-07-28', tools: [{ name: 'find' }] })
  })

  it('lists its tools where it is greeted first, also where that is known', async () => {
    const { url } = await serving(greeted(answersTools))
    const listed = { protocol: '2025-11-25', tools: TOOLS }
    expect(await list(url)).toEqual(listed)
    expect(await list(url, { call: { protocol: '2025-11-25' } })).toEqual(listed)
    expect(await list(url, { call: { protocol: '2026-07-28' } })).toEqual(listed)
  })

  it('is asked anew where it was greeted once and no longer is', async () => {
    const { url } = await serving(wellBehaved('reject'))
    const { protocol } = await list(url, { call: { protocol: '2025-11-25' } })
    expect(protocol).toBe('2026-07-28')
  })

  it('is sent its headers', async () => {
    const { url, asked } = await serving(greeted(answersTools))
    await list(url, { headers: { Authorization: 'Bearer swordfish' } })
    for (const { headers } of asked) expect(headers.authorization).toBe('Bearer swordfish')
  })
})

/** A server that speaks as before streamable HTTP: one stream of events says all. */
function old(takes = 202, at = '/mcp'): Answer {
  let stream: ServerResponse | undefined
  const say = (event: string, data: string) =>
    void stream?.write(`event: ${event}\ndata: ${data}\n\n`)
  return async (request, response) => {
    if (request.method === 'GET' && request.url === at) {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      return say('endpoint', '/messages?session=1')
    }
    if (request.url?.endsWith('/mcp') && at !== '/mcp') return response.writeHead(404).end()
    if (request.url === at) return response.writeHead(405).end('Method Not Allowed')
    const { id, method } = await messageOf(request)
    response.writeHead(takes).end()
    if (id === undefined) return
    const serverInfo = { name: 'notes', version: '1' }
    const greeting = { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo }
    const result = method === 'initialize' ? greeting : { tools: TOOLS }
    say('message', JSON.stringify({ jsonrpc: '2.0', id, result }))
  }
}

describe('a server over HTTP that speaks as before', () => {
  it('is read by its stream of events, with the headers that it wants', async () => {
    const { url, asked } = await serving(old())
    const headers = { 'x-token': 'abc' }
    expect(await list(url, { headers })).toMatchObject({ protocol: '2024-11-05', tools: TOOLS })
    expect(asked.every((request) => request.headers['x-token'] === 'abc')).toBe(true)
  })

  it('is called by it', async () => {
    const { url } = await serving(old())
    const { signal } = new AbortController()
    const connection = await servers.connect({ kind: 'http', url, headers: {} }, { signal })
    expect(await connection.call('find', {}, signal)).toMatchObject({ tools: TOOLS })
    await connection.close()
  })

  it('is said to where it refuses messages there too', async () => {
    const { url } = await serving(old(410))
    const { message } = await problemOf(list(url))
    expect(message).toContain('it speaks the old transport (server-sent events) alone, where')
    expect(message).toContain('HTTP 410')
  })

  it('is told of where it stands beside the address', async () => {
    const { url } = await serving(old(202, '/sse'))
    const { message, fix } = await problemOf(list(url))
    expect(message).toContain('there is nothing at this address (HTTP 404)')
    expect(fix).toMatch(/is spoken at http:.*\/sse: use that/)
  })

  it('is told of without what no message may tell', async () => {
    const { url } = await serving(old(202, '/swordfish/sse'))
    const secret = url.replace('/mcp', '/swordfish/mcp')
    const { fix } = await problemOf(list(secret, { call: { unsaid: ['swordfish'] } }))
    expect(fix).toMatch(/is spoken at http:.*\/•••\/sse: use that/)
  })

  it('is given up where its stream ends', async () => {
    const answer = old()
    const { url } = await serving((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        return response.end('event: endpoint\ndata: /messages\n\n')
      }
      return answer(request, response)
    })
    expect((await problemOf(list(url))).message).toContain('old transport')
  })
})

describe('a server over HTTP that misbehaves', () => {
  it('does not have its headers sent to another origin by a redirect', async () => {
    const other = await serving(greeted(answersTools))
    const { url } = await serving((_, response) =>
      response.writeHead(307, { location: other.url }).end(),
    )
    const headers = { Authorization: 'Bearer swordfish' }
    const { code, message } = await problemOf(list(url, { headers }))
    expect(code).toBe('unavailable')
    expect(message).toMatch(/it leads on to http:.* \(HTTP \d+\), which is not followed/)
    expect(other.asked).toEqual([])
  })

  it('is followed within its own origin', async () => {
    const answers = greeted(answersTools)
    const { url } = await serving((request, response) =>
      request.url === '/mcp'
        ? response.writeHead(307, { location: '/moved' }).end()
        : answers(request, response),
    )
    expect((await list(url)).tools).toEqual(TOOLS)
    const call = { signal: new AbortController().signal, unsaid: ['moved'] }
    const { ledTo } = await servers.list({ kind: 'http', url, headers: {} }, call)
    expect(ledTo).toMatch(/^http:.*\/•••$/)
  })

  it.each([401, 403])('says what to do where it wants a token (%i)', async (status) => {
    const { url } = await serving((_, response) => {
      response.writeHead(status, { 'www-authenticate': 'Bearer' }).end('Who are you?')
    })
    for (const protocol of [undefined, '2025-11-25', '2026-07-28']) {
      const { message, fix } = await problemOf(list(url, { call: { protocol } }))
      expect(message).toContain(`(HTTP ${status}): “Who are you?”`)
      expect(fix).toMatch(/token/)
    }
  })

  it('says that it wants a sign-in where it challenges who asks to one', async () => {
    const challenge = { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1:9/x"' }
    const { url } = await serving((_, response) => response.writeHead(401, challenge).end())
    const { code, message, fix } = await problemOf(list(url))
    expect(code).toBe('asks-sign-in')
    expect(message).toContain('it wants a sign-in (OAuth, HTTP 401)')
    expect(fix).toContain('pegboard sources sign-in')
  })

  it.each<[number, string, string, string]>([
    [403, 'application/json', '{"message":"Not in your plan"}', '(HTTP 403): “Not in your plan”'],
    [403, 'application/json', '{"error":{"message":"No"}}', '(HTTP 403): “No”'],
    [403, 'text/plain', 'No\u001b[31m\nred', '(HTTP 403): “No'],
    [
      405,
      'text/plain',
      'Not allowed',
      'takes no messages at this address (HTTP 405): “Not allowed”',
    ],
    [404, 'text/plain', '', 'there is nothing at this address (HTTP 404).'],
    [500, 'application/json', '{"error":"boom"}', 'answers with HTTP 500: “boom”'],
    [
      200,
      'text/html',
      '<title>Welcome</title>',
      'a web page, not as an MCP server does: “Welcome”',
    ],
    [200, 'text/plain', 'hello', 'text/plain, not as an MCP server does: “hello”'],
    [200, 'application/json', '', 'its answer is empty'],
  ])('says what came: %i, %s, %s', async (status, type, body, why) => {
    const { url } = await serving((_, response) =>
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body),
    )
    const { message } = await problemOf(list(url))
    expect(message).toContain(why)
    expect(message).not.toContain('\u001b')
  })

  it('says no more of what it says than a person reads', async () => {
    const { url } = await serving((_, response) => response.writeHead(403).end('x'.repeat(90_000)))
    expect((await problemOf(list(url))).message.length).toBeLessThan(500)
  })

  it('tells no value of a header, though it says it back', async () => {
    const { url } = await serving((request, response) =>
      response.writeHead(500).end(`Not with ${request.headers.authorization}`),
    )
    const headers = { Authorization: 'Bearer swordfish' }
    const { message } = await problemOf(list(url, { headers }))
    expect(message).not.toContain('swordfish')
  })

  it('is given up where its answer never ends', async () => {
    const { url } = await serving(
      greeted((response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = (): void => {
          while (response.write('x'.repeat(1 << 16)));
          response.once('drain', more)
        }
        more()
      }),
    )
    const { message } = await problemOf(list(url))
    expect(message).toMatch(/more than 32 MB/)
  })

  it.each(['application/json', 'text/event-stream'])(
    'is given up where its answer drips (%s)',
    async (type) => {
      const { url } = await serving(
        greeted((response) => {
          response.writeHead(200, { 'content-type': type })
          const dripping = setInterval(() => response.write(' '), 20)
          response.once('close', () => clearInterval(dripping))
        }),
      )
      const start = performance.now()
      const { message } = await problemOf(list(url, { by: hasty }))
      expect(message).toMatch(/timed out|longer than 3 s/)
      expect(performance.now() - start).toBeLessThan(10_000)
    },
  )

  it('is given up where it never answers', async () => {
    const { url } = await serving(() => undefined)
    expect((await problemOf(list(url, { by: hasty }))).message).toMatch(/timed out|longer than/)
  })

  it('is given up where its answer breaks off again and again', async () => {
    const breaksOff = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('retry: 0\nid: 1\ndata:\n\n')
    }
    const answers = greeted(breaksOff)
    const { url } = await serving((request, response) =>
      request.method === 'GET' ? breaksOff(response) : answers(request, response),
    )
    expect((await problemOf(list(url))).message).toContain('answers without end that break off')
  })

  it('is said not to be reached where nothing listens', async () => {
    const { message, fix } = await problemOf(list('http://127.0.0.1:9/mcp'))
    expect(message).toMatch(
      /^127\.0\.0\.1:9 did not list its tools: .*(nothing answers there|failed|no request is sent to)/i,
    )
    expect(fix).toMatch(/address/)
  })

  it('is said to be no such server where it answers with a page', async () => {
    const { url } = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
    })
    expect((await problemOf(list(url))).code).toBe('unavailable')
  })

  it('is left at once where its reading is stopped', async () => {
    const { url, asked } = await serving(() => undefined)
    const stop = new AbortController()
    const listing = list(url, { call: { signal: stop.signal } })
    const stopped = expect(listing).rejects.toThrow('stopped')
    await expect.poll(() => asked.length).toBe(1)
    stop.abort(new Error('stopped'))
    await stopped
  })
})
