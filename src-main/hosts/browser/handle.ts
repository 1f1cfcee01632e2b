import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientMessage } from '../../contract/reply'
import { securityHeaders } from '../product/security-headers'
import { windowFile } from '../product/window-file'
import { failure } from '../worker/messages'
import type { Authentication } from './authentication'
import { originRefusal } from './origin-refusal'
import { readBody, sendJson, sendText, sendUnauthorized } from './respond'
import type { Tabs } from './tabs'

/** What it takes to answer the window's requests. */
export interface WindowServer {
  port: number
  authentication: Authentication
  tabs: Tabs
  windowFolder: string
}

/**
 * Answers one HTTP request. Host header and Origin are checked first; without the session cookie, only a
 * one-time token is accepted.
 */
export async function handle(
  server: WindowServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await answerRequest(server, request, response)
  } catch (error) {
    const message = `The request could not be answered: ${String(error)}`
    if (response.headersSent) response.destroy()
    else sendJson(response, 500, failure('internal', message))
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

  const token = url.pathname === '/' ? url.searchParams.get('token') : null
  if (token !== null) return redeemToken(server, { request, response, token })
  const isMessage = url.pathname === '/message'
  if (!server.authentication.hasSessionCookie(request)) {
    if (!isMessage) return sendUnauthorized(response)
    return sendJson(response, 401, failure('unavailable', 'Pegboard was restarted.', newLink))
  }

  if (isMessage && request.method === 'POST') return receiveMessage(server.tabs, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, `${request.method} is not allowed here.`)
  if (url.pathname === '/events' && request.method === 'GET')
    return server.tabs.stream(url.searchParams.get('tab') ?? '', response)
  await sendFile(server.windowFolder, url.pathname, response)
}

const newLink = 'Open the link that it printed when it started.'

function addressOf(request: IncomingMessage): URL | undefined {
  const path = request.url ?? ''
  // Joined by hand: as a relative address, `//other.example/` would name another host.
  const address = `http://localhost${path}`
  return path.startsWith('/') && URL.canParse(address) ? new URL(address) : undefined
}

interface TokenRequest {
  request: IncomingMessage
  response: ServerResponse
  token: string
}

/** Exchanges the one-time token for the session cookie and redirects to the window, so that the token leaves the address. */
function redeemToken(
  { authentication }: WindowServer,
  { request, response, token }: TokenRequest,
): void {
  const setCookie = request.method === 'GET' ? authentication.redeem(token) : undefined
  if (!setCookie && !authentication.hasSessionCookie(request)) return sendUnauthorized(response)
  if (setCookie) response.setHeader('Set-Cookie', setCookie)
  response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store' })
  response.end()
}

/** Sends the reply once the request is done; when the page closes the connection before that, the request is cancelled. */
async function receiveMessage(
  tabs: Tabs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return sendJson(response, 415, failure('bad-input', 'A message must be application/json.'))
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) {
    // The rest of the body stays unread, which makes the connection useless for another request.
    response.setHeader('Connection', 'close')
    return sendJson(response, 413, failure('bad-input', 'The message is too large.'))
  }
  const message = messageOf(body)
  if (!message)
    return sendJson(response, 400, failure('bad-input', 'The body is not a valid message.'))

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

function messageOf(body: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const file = await windowFile(folder, path)
  if (!file) return sendText(response, 404, 'There is nothing at this address.')
  response.writeHead(200, { ...file.headers, 'Content-Length': file.bytes.length })
  // Node itself leaves out the body in replies to HEAD.
  response.end(file.bytes)
}
