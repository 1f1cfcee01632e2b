import type { IncomingMessage, ServerResponse } from 'node:http'
import { failureJson } from '../worker/messages'

/** In bytes: a base64 piece of a file (6 MB at most by its action) and room for the rest of the message. */
const bodyLimit = 8 * 2 ** 20

/** Sends what is JSON already. */
export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(json)
}

export const sendFailure = (
  response: ServerResponse,
  status: number,
  what: Parameters<typeof failureJson>,
): void => sendJson(response, status, failureJson(...what))

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/** What the body holds, undefined where that is no JSON. What is not meant as JSON, or is too large, is refused at once. */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
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
    return JSON.parse(body) as unknown
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
