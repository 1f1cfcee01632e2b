import { isLoopback } from './loopback'

/** Of what describes or answers a sign-in. */
const MOST_BYTES = 1 << 20
const MOST_MS = 30_000

/**
 * Asks what a server names for signing in: over https alone, but for what lies on this machine as
 * the server does. Goes nowhere that such an answer leads to, and takes no more than so much.
 */
export const boundedFetch =
  (server: string, signal: AbortSignal): typeof fetch =>
  async (input, init) => {
    const to = new URL(input instanceof Request ? input.url : input)
    checkPlace(to, server)
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)])
    const answer = await fetch(to, { ...init, signal: ends, redirect: 'manual' })
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length
      if (length > MOST_BYTES) throw new Error(`${to.host} answers with more than 1 MB`)
      pieces.push(piece)
    }
    const { status, statusText, headers } = answer
    return new Response(length > 0 ? Buffer.concat(pieces) : null, { status, statusText, headers })
  }

/** @throws Error where it is none that is asked, or opened, for this server. */
export function checkPlace(to: URL, server: string): void {
  if (to.protocol === 'https:') return
  const isHere = isLoopback(to) && isLoopback(new URL(server))
  if (to.protocol === 'http:' && isHere) return
  throw new Error(`it signs in at ${to.protocol}//${to.host}, which is not https`)
}
