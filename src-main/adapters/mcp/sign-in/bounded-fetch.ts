import { short } from '../../network-fault'
import { isInside } from './inside'
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
    const bytes = Buffer.concat(pieces)
    const body = status >= 400 ? refusalIn(bytes.toString()) : bytes
    return new Response(length > 0 ? body : null, { status, statusText, headers })
  }

/**
 * What an answer that refuses says, short and plain: the protocol’s library tells it as it stands,
 * on standard error too.
 */
function refusalIn(text: string): string {
  const parsed = parsedJson(text)
  if (typeof parsed !== 'object' || parsed === null) return short(text)
  const said = Object.entries(parsed).filter(([name]) => OF_REFUSALS.has(name))
  return JSON.stringify(
    Object.fromEntries(said.map(([name, value]) => [name, short(String(value))])),
  )
}

/** As OAuth names them. */
const OF_REFUSALS: ReadonlySet<string> = new Set(['error', 'error_description', 'error_uri'])

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @throws Error where it is none that is asked, or opened, for this server: what lies inside the
 * person’s network is, for servers that lie there too.
 */
export function checkPlace(to: URL, server: string): void {
  const from = new URL(server)
  if (to.protocol === 'http:' && isLoopback(to) && isLoopback(from)) return
  if (to.protocol !== 'https:') {
    throw new Error(`it signs in at ${to.protocol}//${to.host}, which is not https`)
  }
  if (isInside(to) && !isInside(from)) {
    throw new Error(`it signs in at ${to.host}, which lies inside your network`)
  }
}
