import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { ClientMessage } from '../../contract/reply'
import { parseExact } from '../../domain/value/exact-json'
import { securityHeaders } from '../product/security-headers'
import { windowFile } from '../product/window-file'
import { failureJson } from '../worker/messages'
import type { Authentication } from './authentication'
import type { Tabs } from './tabs'

/** What it takes to answer the window's requests. */
export interface WindowServer {
  port: number
  authentication: Authentication
  tabs: Tabs
  windowFolder: string
}

/**
 * Answers one HTTP request. Host header and Origin are checked first. The window's own files, which
 * hold nothing of the user's, are given to anyone on this machine; messages and events only with
 * the session's secret.
 */
export async function handle(
  server: WindowServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await answerRequest(server, request, response)
  } catch {
    if (response.headersSent) response.destroy()
    else
      sendFailure(response, 500, ['internal', 'The request could not be answered.', 'Try again.'])
  }
}

async function answerRequest(
  server: WindowServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  const refusal = originRefusal(request, server.port)
  if (refusal) return sendText(response, 403, refusal)
  const url = addressOf(request)
  if (!url) return sendText(response, 400, 'The address is not valid.')

  const { method } = request
  switch (url.pathname) {
    case '/session':
      if (method === 'POST') return openSession(server, request, response)
      break
    case '/message':
      if (!server.authentication.isOfSession(request)) return sendUnauthorized(response)
      if (method === 'POST') return receiveMessage(server.tabs, request, response)
      break
    case '/events':
      if (!server.authentication.isOfSession(request)) return sendUnauthorized(response)
      if (method === 'GET') return server.tabs.stream(url.searchParams.get('tab') ?? '', response)
      break
    default:
      if (method === 'GET' || method === 'HEAD')
        return sendFile(server.windowFolder, url.pathname, response)
  }
  response.setHeader('Allow', allowedAt(url.pathname))
  sendText(response, 405, `${method} is not allowed here.`)
}

/** By which methods an address is asked; those that are no others are files. */
function allowedAt(path: string): string {
  if (path === '/session' || path === '/message') return 'POST'
  return path === '/events' ? 'GET' : 'GET, HEAD'
}

function addressOf(request: IncomingMessage): URL | undefined {
  const path = request.url ?? ''
  // Joined by hand: as a relative address, `//other.example/` would name another host.
  const address = `http://localhost${path}`
  return path.startsWith('/') && URL.canParse(address) ? new URL(address) : undefined
}

const sendUnauthorized = (response: ServerResponse): void =>
  sendFailure(response, 401, [
    'unavailable',
    'Pegboard was restarted, or this page was not opened by its link.',
    'Open the link that it printed when it started.',
  ])

const SessionRequest = z.object({ token: z.string().optional() })

/**
 * Exchanges the one-time token for the session's secret. Without a token, says whether the request
 * carries that secret.
 */
async function openSession(
  { authentication }: WindowServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = SessionRequest.safeParse(await readJson(request, response)).data
  if (response.headersSent) return
  if (!asked) return sendFailure(response, 400, ['bad-input', 'The body is not a valid message.'])
  if (asked.token === undefined && authentication.isOfSession(request))
    return sendJson(response, 200, JSON.stringify({}))
  const session = asked.token === undefined ? undefined : authentication.redeem(asked.token)
  if (session === undefined) return sendUnauthorized(response)
  sendJson(response, 200, JSON.stringify({ session }))
}

/**
 * Sends the reply once the request is done; when the page closes the connection before that, the
 * request is cancelled.
 */
async function receiveMessage(
  tabs: Tabs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const message = ClientMessage.safeParse(await readJson(request, response)).data
  if (response.headersSent) return
  if (!message) return sendFailure(response, 400, ['bad-input', 'The body is not a valid message.'])

  const tabId = String(request.headers['pegboard-tab'] ?? '')
  if (message.kind === 'cancel') {
    tabs.cancel(tabId, message.id)
    response.writeHead(204).end()
    return
  }
  response.on('close', () => {
    if (!response.writableFinished) tabs.cancel(tabId, message.id)
  })
  sendJson(response, 200, await tabs.request(tabId, message))
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const file = await windowFile(folder, path)
  if (!file) return sendText(response, 404, 'There is nothing at this address.')
  response.writeHead(200, { ...file.headers, 'Content-Length': file.bytes.length })
  // Node itself leaves out the body in replies to HEAD.
  response.end(file.bytes)
}

/**
 * Why a request is refused as cross-origin, or undefined when it may come from our own page.
 * Checked are the Host header (against DNS rebinding), the Origin header (against posts from other
 * pages) and Sec-Fetch-Site (against pages at another port of this machine).
 */
function originRefusal(request: IncomingMessage, port: number): string | undefined {
  const { host, origin } = request.headers
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return 'Pegboard answers only at its own loopback address.'
  if (origin !== undefined && origin !== `http://${host}`)
    return 'Pegboard answers only its own pages.'

  const site = request.headers['sec-fetch-site']
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
    return 'Pegboard answers only its own pages.'
  return undefined
}

/**
 * In bytes: a base64 piece of a file (6 MB at most by its action) and room for the rest of the
 * message.
 */
const bodyLimit = 8 * 2 ** 20

/** Sends what is JSON already. */
function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(json)
}

const sendFailure = (
  response: ServerResponse,
  status: number,
  what: Parameters<typeof failureJson>,
): void => sendJson(response, status, failureJson(...what))

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/**
 * What the body holds, undefined where that is no JSON. What is not meant as JSON, or is too large,
 * is refused at once.
 */
async function readJson(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    sendFailure(response, 415, ['bad-input', 'A message must be application/json.'])
    return undefined
  }
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) {
    // The rest of the body stays unread, which makes the connection useless for another request.
    response.setHeader('Connection', 'close')
    sendFailure(response, 413, ['bad-input', 'The message is too large.'])
    return undefined
  }
  try {
    return parseExact(body)
  } catch {
    return undefined
  }
}

/** The body as text, or undefined when it is larger than any message. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return undefined
  const pieces: Buffer[] = []
  let size = 0
  // Not destroyed when reading stops early: the reply goes out on the same connection.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const piece of body) {
    size += piece.length
    if (size > bodyLimit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
