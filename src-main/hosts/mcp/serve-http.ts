import { createMcpHandler, type JSONRPCMessage } from '@modelcontextprotocol/server'
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AgentEndpoint, RefusedRequest } from '../../app/agent-endpoint'
import { listen } from '../product/listen'
import { carries } from '../product/secret'
import { lastBriefing } from './last-briefing'
import { readMessages, tooLong, MOST_OF_A_MESSAGE } from './read-message'
import { searchServer, type Serving } from './search-server'

const PATH = '/mcp'
/** What the protocol asks by. Others are refused before anything reads them. */
const METHODS = ['POST', 'GET', 'DELETE']

/** Where a port of this machine is asked. */
export const addressAt = (port: number): string => `http://127.0.0.1:${port}${PATH}`

interface At {
  /** 0 for any that is free. */
  port: number
  /** What requests carry now: asked for each. */
  token: () => Promise<string>
  /** Told of each request that is not handed on. */
  onRefused?: ((refused: RefusedRequest) => void) | undefined
}

/** Why a request is not handed on, as it is answered and told. */
interface Refusal {
  status: number
  why: RefusedRequest['why']
  message: string
  headers?: Record<string, string>
}

/**
 * Serves agents over streamable HTTP, in either era of the protocol, at a loopback address. Only
 * who has the token is answered; a page of a foreign site is refused whatever it has.
 * @throws Problem as {@link listen}
 */
export async function serveOverHttp(
  serving: Serving,
  { port, token, onRefused }: At,
): Promise<AgentEndpoint> {
  const server = createServer()
  const actualPort = await listen(server, port)
  const { now, last } = lastBriefing(serving.briefing)
  // Whoever connects is answered, also where it cannot be read by then.
  await now()
  const connecting = createMcpHandler(() => searchServer({ ...serving, briefing: now }))
  const connected = createMcpHandler(() => searchServer({ ...serving, briefing: last }))
  const answer = toNodeHandler(connected)
  const answerFirst = toNodeHandler(connecting)
  const isFromHere = [localhostHostValidation(), localhostOriginValidation()]

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = ({ status, why, message, headers }: Refusal): void => {
      onRefused?.({ why })
      send(response, { status, headers }, asAnswer(message))
    }
    if (!isFromHere.every((isFine) => isFine(request, response))) {
      return onRefused?.({ why: 'another site' })
    }
    const refusal = refusalOf(request, await token())
    if (refusal) return refuse(refusal)
    acceptWhatIsSent(request)
    if (request.method !== 'POST') return answer(request, response)
    const body = await readBody(request)
    if (body === undefined) {
      onRefused?.({ why: 'no message' })
      // What is left of it is passed over, so that its client hears the answer.
      request.resume()
      return send(response, { status: 413 }, tooLong())
    }
    const read = readMessages(body)
    if ('message' in read) {
      const { message } = read
      return (readsBriefing(message) ? answerFirst : answer)(request, response, message)
    }
    onRefused?.({ why: 'no message' })
    send(response, { status: 400 }, read.refused)
  }

  server.on('request', (request, response) => {
    answerRequest(request, response).catch(() => {
      // Its client is gone, or the token cannot be read.
      if (response.headersSent) response.destroy()
      else send(response, { status: 503 }, asAnswer('The request could not be answered.'))
    })
  })
  return {
    url: addressAt(actualPort),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all([connecting.close(), connected.close()])
      server.closeAllConnections()
      await closed
    },
  }
}

/** What is asked by those who connect: no search waits for what only these read. */
const ASKED_FIRST = ['initialize', 'server/discover', 'tools/list']
const readsBriefing = (message: JSONRPCMessage | JSONRPCMessage[]): boolean =>
  [message].flat().some((each) => 'method' in each && ASKED_FIRST.includes(each.method))

/** Where clients look for a server that signs in: there is none, which 401 would not say. */
const SIGN_IN = '/.well-known/'

/** What answers are made of. A client that takes anything, or says nothing, takes both. */
const SENT_TYPES = 'application/json, text/event-stream'
const ANYTHING = /^$|\*\/\*/

function acceptWhatIsSent({ headers, rawHeaders }: IncomingMessage): void {
  if (!ANYTHING.test(headers.accept ?? '')) return
  headers.accept = SENT_TYPES
  const at = rawHeaders.findIndex((name, place) => place % 2 === 0 && /^accept$/i.test(name))
  if (at >= 0) rawHeaders[at + 1] = SENT_TYPES
  else rawHeaders.push('Accept', SENT_TYPES)
}

function refusalOf(request: IncomingMessage, token: string): Refusal | undefined {
  if (request.url?.startsWith(SIGN_IN)) {
    return { status: 404, why: 'address', message: `Nobody signs in here. Ask at ${PATH}.` }
  }
  if (!carries(request, token)) {
    const headers = { 'WWW-Authenticate': 'Bearer' }
    return { status: 401, why: 'token', message: 'The token is missing or wrong.', headers }
  }
  if (request.url?.split('?')[0] !== PATH) {
    return { status: 404, why: 'address', message: `Ask at ${PATH}.` }
  }
  if (METHODS.includes(request.method ?? '')) return undefined
  const allowed = METHODS.join(', ')
  const message = `${request.method} is not answered here, but ${allowed}.`
  return { status: 405, why: 'method', message, headers: { Allow: allowed } }
}

const asAnswer = (message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message },
})

function send(
  response: ServerResponse,
  { status, headers = {} }: { status: number; headers?: Record<string, string> | undefined },
  answer: object,
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(answer))
}

/**
 * What a request carries, as text; undefined where that is more than a message may have.
 * @throws where it ends before that
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_OF_A_MESSAGE) return undefined
  const pieces: Buffer[] = []
  let size = 0
  // Not destroyed when reading stops early: the answer goes out on the same connection.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const piece of body) {
    size += piece.length
    if (size > MOST_OF_A_MESSAGE) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
