import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { ClientMessage } from '../../contract/reply'
import { securityHeaders } from '../product/security-headers'
import { windowFile } from '../product/window-file'
import type { Authentication } from './authentication'
import { originRefusal } from './origin-refusal'
import { readJson, sendFailure, sendJson, sendText } from './respond'
import type { Tabs } from './tabs'

/** What it takes to answer the window's requests. */
export interface WindowServer {
  port: number
  authentication: Authentication
  tabs: Tabs
  windowFolder: string
}

/**
 * Answers one HTTP request. Host header and Origin are checked first. The window's own files, which hold nothing of the user's,
 * are given to anyone on this machine; messages and events only with the session's secret.
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
  sendText(response, 405, `${method} is not allowed here.`)
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

/** Exchanges the one-time token for the session's secret. Without a token, says whether the request carries that secret. */
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

/** Sends the reply once the request is done; when the page closes the connection before that, the request is cancelled. */
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
