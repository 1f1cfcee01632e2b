import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * The most an answer may hold, all lines of a stream together: 32 vectors of 8,192 numbers are some
 * 6 MB.
 */
export const MOST_BYTES = 64 * 1024 * 1024

/**
 * A `fetch` that waits for as long as the server works, where Node's own gives up after five
 * minutes without a header, and that follows no redirect: a request goes where it was sent or
 * nowhere. Stopping `signal` breaks it off. The answer is handed on whole.
 */
export const plainFetch =
  (signal: AbortSignal): typeof fetch =>
  async (input, { method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await answerTo(url, {
      method,
      headers: headers as Record<string, string>,
      body,
      signal,
    })
    return new Response((await textOf(response)) || null, {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: { 'content-type': response.headers['content-type'] ?? '' },
    })
  }

interface Asked {
  method: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
}

export function answerTo(
  url: URL,
  { method, headers, body, signal }: Asked,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // A connection of its own: one kept from before may be closed just as it is used again.
    const asking = request(url, { method, headers, signal, agent: false }, resolve)
    asking.on('error', reject)
    if (typeof body !== 'string') return asking.end()
    // Node tells no length of what is sent to be deleted by itself, and a server then reads
    // nothing.
    asking.setHeader('content-length', Buffer.byteLength(body))
    return asking.end(body)
  })
}

export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bounded(response, MOST_BYTES)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Whoever stops reading closes the connection. @throws SyntaxError where there are more bytes. */
export async function* bounded(
  response: IncomingMessage,
  mostBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBytes) throw new SyntaxError('The answer is too long.')
    yield chunk as Buffer
  }
}
