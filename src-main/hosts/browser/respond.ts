import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../../contract/reply'

/** In bytes: a base64 piece of a file (6 MB at most by its route) and room for the rest of the message. */
const bodyLimit = 8 * 2 ** 20

export function sendJson(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  const body = JSON.stringify(reply)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(body)
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

/**
 * The page shown without a session cookie. Its link helps when another site's page linked here: the browser
 * leaves out a SameSite=Strict cookie then, and sends it when the link is followed.
 */
export function sendUnauthorized(response: ServerResponse): void {
  response.writeHead(401, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pegboard</title>
<h1>This link no longer opens Pegboard</h1>
<p>A link to Pegboard works once, in one browser. If Pegboard is already open in this browser,
<a href="/">go there</a>.</p>
<p>Otherwise get a new link: stop Pegboard with Ctrl-C where it runs and start it again with
<code>npm start</code> or <code>pegboard serve</code>.</p>
</html>
`)
}

/** The body as text, or undefined when it is larger than any message. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
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
