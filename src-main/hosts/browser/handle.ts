import type { IncomingMessage, ServerResponse } from 'node:http'
import { ClientMessage } from '../../contract/reply'
import { securityHeaders } from '../product/security-headers'
import { windowFile } from '../product/window-file'
import { failure } from '../worker/messages'
import type { Door } from './door'
import { foreign } from './foreign'
import { readBody, sendClosedDoor, sendJson, sendText } from './respond'
import type { Tabs } from './tabs'

export interface House {
  port: number
  door: Door
  tabs: Tabs
  windowFolder: string
}

/** Answers one HTTP request: nothing before its origin is checked, nothing but the door without the cookie. */
export async function handle(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await answerRequest(house, request, response)
  } catch (error) {
    const message = `The request could not be answered: ${String(error)}`
    if (response.headersSent) response.destroy()
    else sendJson(response, 500, failure('internal', message))
  }
}

async function answerRequest(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  const refusal = foreign(request, house.port)
  if (refusal) return sendText(response, 403, refusal)
  const url = addressOf(request)
  if (!url) return sendText(response, 400, 'The address is not valid.')

  const token = url.pathname === '/' ? url.searchParams.get('token') : null
  if (token !== null) return enter(house, { request, response, token })
  const isMessage = url.pathname === '/message'
  if (!house.door.isInside(request)) {
    if (!isMessage) return sendClosedDoor(response)
    return sendJson(response, 401, failure('unavailable', 'Pegboard was restarted.', newLink))
  }

  if (isMessage && request.method === 'POST') return takeMessage(house.tabs, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, `${request.method} is not answered here.`)
  if (url.pathname === '/events' && request.method === 'GET')
    return house.tabs.stream(url.searchParams.get('tab') ?? '', response)
  await sendFile(house.windowFolder, url.pathname, response)
}

const newLink = 'Open the link that it printed when it started.'

function addressOf(request: IncomingMessage): URL | undefined {
  const path = request.url ?? ''
  // Joined by hand: as a relative address, `//other.example/` would name another host.
  const address = `http://localhost${path}`
  return path.startsWith('/') && URL.canParse(address) ? new URL(address) : undefined
}

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  token: string
}

function enter({ door }: House, { request, response, token }: Visit): void {
  const cookie = request.method === 'GET' ? door.enter(token) : undefined
  if (!cookie && !door.isInside(request)) return sendClosedDoor(response)
  if (cookie) response.setHeader('Set-Cookie', cookie)
  response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store' })
  response.end()
}

/** A request is answered when it is done; the page that goes away before that cancels it. */
async function takeMessage(
  tabs: Tabs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return sendJson(response, 415, failure('bad-input', 'A message must be application/json.'))
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) {
    // The rest of the body is not read, so that the connection cannot be used again.
    response.setHeader('Connection', 'close')
    return sendJson(response, 413, failure('bad-input', 'The message is too large.'))
  }
  const message = messageOf(body)
  if (!message) return sendJson(response, 400, failure('bad-input', 'This is not a message.'))

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
  // Node leaves the body of an answer to HEAD out by itself.
  response.end(file.bytes)
}
