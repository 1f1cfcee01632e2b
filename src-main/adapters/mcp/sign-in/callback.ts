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
  /** What it brought. @throws Error where it took too long, or the signal’s reason. */
  brought(signal: AbortSignal): Promise<URLSearchParams>
  /** Resolves once nothing is waited for any more. */
  closed: Promise<void>
  close(): void
}

/**
 * Waits on a port of this machine for the browser of who signs in: ten minutes, whether anybody
 * asks for what it brings or not.
 * @param state of this sign-in
 */
export async function callback(state: string, mostMs = MOST_MS): Promise<Callback> {
  const came = Promise.withResolvers<URLSearchParams>()
  came.promise.catch(() => undefined)
  const ended = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    // Anybody on this machine may ask anything here.
    const asked = URL.parse(`http://127.0.0.1${request.url ?? '/'}`)
    const isOwn = isSame(asked?.searchParams.get('state') ?? '', state)
    const taken = request.method === 'GET' && asked?.pathname === PATH && isOwn ? asked : undefined
    response.writeHead(taken ? 200 : asked ? 404 : 400, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    response.end(taken ? DONE : 'This belongs to no sign-in that Pegboard waits for.')
    if (taken) came.resolve(taken.searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    clearTimeout(timer)
    server.close()
    server.closeAllConnections()
    ended.resolve(undefined)
  }
  const late = (): void => {
    came.reject(new Error(LATE))
    close()
  }
  const timer = setTimeout(late, mostMs)
  timer.unref()
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close,
    closed: ended.promise,
    async brought(signal) {
      const stop = (): void => came.reject(signal.reason as Error)
      signal.addEventListener('abort', stop, { once: true })
      try {
        signal.throwIfAborted()
        return await came.promise
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

const DONE = 'Pegboard has heard from the server. Close this page and go back.'
const LATE = 'nobody signed in within ten minutes'

function isSame(one: string, other: string): boolean {
  const first = Buffer.from(one)
  const second = Buffer.from(other)
  return first.length === second.length && timingSafeEqual(first, second)
}
