import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For a person to sign in. */
const MOST_MS = 10 * 60_000
const PATH = '/signed-in'

export interface Callback {
  /** Where a browser is led once somebody has signed in. */
  address: string
  /** What it brought. @throws Error where it takes too long, or the signal’s reason. */
  brought(signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

/** Waits on a port of this machine for the browser of who signs in. @param state of this sign-in */
export async function callback(state: string): Promise<Callback> {
  const came = Promise.withResolvers<URLSearchParams>()
  came.promise.catch(() => undefined)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOwn = isSame(searchParams.get('state') ?? '', state)
    const isTaken = request.method === 'GET' && pathname === PATH && isOwn
    response.writeHead(isTaken ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    response.end(isTaken ? DONE : 'This belongs to no sign-in that Pegboard waits for.')
    if (isTaken) came.resolve(searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close,
    async brought(signal) {
      const stop = (): void => came.reject(signal.reason as Error)
      const timer = setTimeout(() => came.reject(new Error(LATE)), MOST_MS)
      signal.throwIfAborted()
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await came.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

const DONE = 'Pegboard has heard from the server. Close this page and go back.'
const LATE = 'nobody signed in within ten minutes'

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
