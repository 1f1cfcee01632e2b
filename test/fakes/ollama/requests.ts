import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the server refuses, with its status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** The body as Go reads it, whatever its content type. @throws Refusal in Go's words. */
export function bodyOf(text: string): Record<string, unknown> {
  if (text === '') throw new Refusal(400, 'missing request body')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    const begins = /^\s*[[{"\d]/.test(text)
    if (begins) throw new Refusal(400, 'unexpected EOF')
    throw new Refusal(400, `invalid character '${text[0]}' looking for beginning of value`)
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(json)
}

/** Pages of other sites, and names that others made this machine answer to, get nothing. */
export function isForeign({ headers: { host = '', origin } }: IncomingMessage): boolean {
  const isOwn = (name: string) => /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(:\d+)?$/.test(name)
  if (!isOwn(host)) return true
  if (origin === undefined) return false
  const [, scheme = '', name = ''] = /^([a-z]+):\/\/(.*)$/.exec(origin) ?? []
  return !(['app', 'file', 'tauri'].includes(scheme) || isOwn(name))
}
