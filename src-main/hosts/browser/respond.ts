import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../../contract/reply'

/** A base64 piece of a file (6 MB at most by its route) and room for what goes with it. */
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

/** What someone sees who comes without the cookie. The link serves those whom another site's page sent here. */
export function sendClosedDoor(response: ServerResponse): void {
  response.writeHead(401, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pegboard</title>
<h1>This link does not open Pegboard any more</h1>
<p>A link to Pegboard opens it once, in one browser. If it is open in this browser already,
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
  // Left open when it is cut short: the answer goes out on the same connection.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const piece of body) {
    size += piece.length
    if (size > bodyLimit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
