import { Problem } from '../../../domain/problem'
import { saysWho } from '../../../domain/catalog/says-who'
import type { SignIns } from '../../../ports/sign-ins'
import type { ToolServer } from '../../../ports/tool-servers'

interface AsWho {
  signIns: Pick<SignIns, 'token'>
  signal: AbortSignal
}

/**
 * Does something with a server, known by who signed in to it where nothing else tells who asks. A
 * token that is not taken is got anew, once.
 */
export async function signedIn<Done>(
  server: ToolServer,
  { signIns, signal }: AsWho,
  work: (server: ToolServer) => Promise<Done>,
): Promise<Done> {
  if (server.kind !== 'http') return work(server)
  if (saysWho(server)) return work(server).catch(refusedHeader)
  const token = await signIns.token(server.url, { signal })
  if (token === undefined) return work(server)
  const as = (known: string): ToolServer => ({
    ...server,
    headers: { ...server.headers, Authorization: `Bearer ${known}` },
  })
  try {
    return await work(as(token))
  } catch (error) {
    if (!asksSignIn(error)) throw error
    const next = await signIns.token(server.url, { signal, refused: token })
    if (next === undefined) throw error
    return work(as(next))
  }
}

const asksSignIn = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'asks-sign-in'

/** A sign-in counts for nothing where a header is sent all the same. */
function refusedHeader(error: unknown): never {
  if (!asksSignIn(error)) throw error
  throw new Problem('unavailable', error.message, REFUSED_HEADER)
}

const REFUSED_HEADER =
  'It does not take the header Authorization of this source: give the variable in it a token that holds, or take the header out.'
