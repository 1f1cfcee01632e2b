import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { App } from '../../../../src-main/app/app'
import { serveOverHttp } from '../../../../src-main/hosts/mcp/serve-http'
import { serveOverStdio } from '../../../../src-main/hosts/mcp/serve-stdio'
import { briefing } from '../../../fakes/briefing'

type Era = 'legacy' | 'modern'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** What a server answers, with what it was asked by, in the order it came. */
interface Answering {
  sent: unknown[]
  /** A line as it is, and the answer to it. */
  say(line: string): Promise<string>
}

function answering(): { sent: unknown[]; dispatch: App['dispatch'] } {
  const sent: unknown[] = []
  const dispatch: App['dispatch'] = async (_, input) => {
    const asked = input as { tool: string; sent: unknown }
    sent.push(asked.sent)
    const content = [{ type: 'text', text: JSON.stringify(asked.sent ?? null) }]
    const structuredContent = { id: 1234567890123456789n }
    return {
      ok: true,
      data: asked.tool === 'call_tool' ? { content, structuredContent } : { tools: [] },
    }
  }
  return { sent, dispatch }
}

const servingOf = (dispatch: App['dispatch']) => ({
  dispatch,
  version: '1.2.3',
  asked: { dir: '/tools' },
  briefing: briefing({ calls: true }),
})

async function overStdio(era: Era): Promise<Answering> {
  const { sent, dispatch } = answering()
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const stopped = Promise.withResolvers<undefined>()
  const done = serveOverStdio(servingOf(dispatch), {
    stdin,
    stdout,
    stopped: stopped.promise.then(() => undefined),
  })
  onTestFinished(async () => {
    stopped.resolve(undefined)
    await done
  })
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const say = async (line: string) => {
    stdin.write(`${line}\n`)
    const { value } = await answers.next()
    return value as string
  }
  if (era === 'legacy') await say(INITIALIZE)
  return { sent, say }
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1' },
  },
})

interface Posted {
  status: number
  headers: Record<string, unknown>
  body: string
}

async function post(
  url: string,
  body: string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Posted> {
  return new Promise((done, failed) => {
    const sending = request(url, { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      )
    })
    sending.on('error', failed)
    sending.end(body)
  })
}

async function overHttp(era: Era): Promise<Answering> {
  const { sent, dispatch } = answering()
  const { url, close } = await serveOverHttp(servingOf(dispatch), {
    port: 0,
    token: async () => 'swordfish',
  })
  onTestFinished(close)
  const headers = {
    authorization: 'Bearer swordfish',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const say = async (line: string) => {
    const { name, method } = namesIn(line)
    const ofEra: Record<string, string> =
      era === 'legacy'
        ? { 'mcp-protocol-version': '2025-11-25' }
        : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name }
    const { body } = await post(url, line, { headers: { ...headers, ...ofEra } })
    return /^data: (.*)$/m.exec(body)?.[1] ?? body
  }
  return { sent, say }
}

/** A client of the newer era says in headers too what it asks. */
function namesIn(line: string): { name: string; method: string } {
  const name = /"name":"(\w+)","arguments"/.exec(line)?.[1] ?? 'search_tools'
  return { name, method: /"method":"([\w/]+)"/.exec(line.slice(0, 200))?.[1] ?? 'tools/call' }
}

const WAYS: [string, (era: Era) => Promise<Answering>, Era][] = [
  ['over stdio, shaken hands with', overStdio, 'legacy'],
  ['over stdio, without a handshake', overStdio, 'modern'],
  ['over HTTP, shaken hands with', overHttp, 'legacy'],
  ['over HTTP, without a handshake', overHttp, 'modern'],
]

const NESTED = 200_000
const deep = `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`

describe.each(WAYS)('a message %s', (_, serving, era) => {
  const meta = era === 'legacy' ? '' : `"_meta":${JSON.stringify(ENVELOPE)},`
  const call = (given: string, { id = '1', tool = '"call_tool"' } = {}) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{${meta}"name":${tool},"arguments":${given}}}`

  it.each([
    ['{"name":"find","arguments":{"id":1234567890123456789,"small":5,"odd":1.5}}'],
    ['"{\\"name\\":\\"find\\"}"'],
    ['[1,2]'],
    ['7'],
    ['null'],
    ['{"name":"find","arguments":{"__proto__":{"x":1},"constructor":2}}'],
    ['{"name":"find","arguments":{"text":"\\ud800"}}'],
    ['{"name":"find","arguments":"{}","more":true}'],
  ])('hands on what is sent to a tool as it was written: %s', async (given) => {
    const { sent, say } = await serving(era)
    const answer = await say(call(given))
    expect(JSON.stringify(sent[0])).toBe(given)
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { content: [{ text: given }] } })
    // Answers keep their digits as well.
    expect(answer).toContain('"structuredContent":{"id":1234567890123456789}')
  })

  it('of which keys come twice counts as the last', async () => {
    const { sent, say } = await serving(era)
    await say(call('{"name":"a","name":"b"}'))
    expect(sent).toEqual([{ name: 'b' }])
  })

  it('that cannot be read is answered with why, and others after it are answered', async () => {
    const { sent, say } = await serving(era)
    const wrong: [line: string, code: number, id: unknown][] = [
      ['{nonsense', -32_700, null],
      ['7', -32_600, null],
      ['{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/list"}', -32_600, null],
      ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32_600, null],
      ['{"id":3,"method":"tools/list"}', -32_600, 3],
      ['{"jsonrpc":"2.0","id":4,"method":"tools/list","params":[1]}', -32_602, 4],
      ['{"jsonrpc":"2.0","id":5,"method":"tools/call","params":"x"}', -32_602, 5],
      ['{"jsonrpc":"2.0","id":6,"method":8}', -32_600, 6],
      [deep, -32_600, null],
      [call(deep, { id: '7' }), -32_600, 7],
      [`{"jsonrpc":"2.0","id":8,"method":"${'x'.repeat(5 << 20)}"}`, -32_600, null],
    ]
    for (const [line, code, id] of wrong) {
      const answer = JSON.parse(await say(line)) as object
      expect(answer, line.slice(0, 60)).toMatchObject({ error: { code } })
      expect((answer as { id: unknown }).id, line.slice(0, 60)).toBe(id)
    }
    expect(sent).toEqual([])
    const named = JSON.parse(await say(call('{}', { id: '9', tool: '7' }))) as object
    expect(named).toMatchObject({ id: 9, error: { code: expect.any(Number) as number } })
    expect(JSON.parse(await say(call('{"name":"b"}', { id: '10' })))).toMatchObject({ id: 10 })
    expect(sent).toEqual([{ name: 'b' }])
  })

  it('without params, or with null in their place, is answered', async () => {
    const { say } = await serving(era)
    const list = (params: string) => `{"jsonrpc":"2.0","id":2,"method":"tools/list"${params}}`
    // In the newer era, what a request says of its client is there.
    const all = era === 'legacy' ? ['', ',"params":null'] : [`,"params":{${meta.slice(0, -1)}}`]
    for (const params of all) expect(await say(list(params))).toContain('search_tools')
    expect(JSON.parse(await say(call('null', { tool: '"get_tools"' })))).toMatchObject({ id: 1 })
  })

  // In the newer era, what a request says of its client is always there.
  it.runIf(era === 'legacy')(
    'to call a tool, without params, is told that it names none',
    async () => {
      const { say } = await serving(era)
      for (const params of ['', ',"params":null', ',"params":{}']) {
        const said = await say(`{"jsonrpc":"2.0","id":2,"method":"tools/call"${params}}`)
        expect(JSON.parse(said)).toMatchObject({
          id: 2,
          error: { code: -32_602, message: 'The name of the tool that is called is text.' },
        })
      }
    },
  )
})

describe('a request over HTTP', () => {
  it.each(['TRACE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'])(
    'by %s is not allowed, and it is said what is',
    async (method) => {
      const { url, close } = await serveOverHttp(servingOf(answering().dispatch), {
        port: 0,
        token: async () => 'swordfish',
      })
      onTestFinished(close)
      const headers = { authorization: 'Bearer swordfish' }
      const answer = await post(url, '', { method, headers })
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST, GET, DELETE'])
      expect((await post(url, '', { method })).status).toBe(401)
    },
  )

  it('that is refused is told, with why, and nothing is asked', async () => {
    const told: string[] = []
    const { sent, dispatch } = answering()
    let token = 'swordfish'
    const { url, close } = await serveOverHttp(servingOf(dispatch), {
      port: 0,
      token: async () => token,
      onRefused: ({ why }) => told.push(why),
    })
    onTestFinished(close)
    const headers = { authorization: 'Bearer swordfish', 'content-type': 'application/json' }
    const statuses = [
      (await post(url, '{}')).status,
      (await post(url, '{}', { headers: { ...headers, origin: 'https://a.example' } })).status,
      (await post(url.replace('/mcp', '/other'), '{}', { headers })).status,
      (await post(url, 'x', { headers })).status,
      (await post(url, ' '.repeat(5 << 20), { headers })).status,
    ]
    token = 'another'
    statuses.push((await post(url, '{}', { headers })).status)
    expect(statuses).toEqual([401, 403, 404, 400, 413, 401])
    expect(told).toEqual(['token', 'another site', 'address', 'no message', 'no message', 'token'])
    expect(sent).toEqual([])
  })

  it('is refused where the token cannot be read', async () => {
    const { url, close } = await serveOverHttp(servingOf(answering().dispatch), {
      port: 0,
      token: () => Promise.reject(new Error('unreadable')),
    })
    onTestFinished(close)
    const headers = { authorization: 'Bearer swordfish' }
    expect((await post(url, '{}', { headers })).status).toBe(503)
  })
})
