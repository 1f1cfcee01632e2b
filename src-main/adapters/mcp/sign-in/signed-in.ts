import { Problem } from '../../../domain/problem'
import type { SignIns } from '../../../ports/sign-ins'
import type { ToolServer } from '../../../ports/tool-servers'

/**
 * Does something with a server, known by who signed in to it where nothing else tells who asks. A
 * token that is not taken is got anew, once.
 */
export async function signedIn<Done>(
  signIns: Pick<SignIns, 'token'>,
  server: ToolServer,
  work: (server: ToolServer) => Promise<Done>,
): Promise<Done> {
  if (server.kind !== 'http' || Object.keys(server.headers).some(isWho)) return work(server)
  const token = await signIns.token(server.url)
  if (token === undefined) return work(server)
  const as = (known: string): ToolServer => ({
    ...server,
    headers: { ...server.headers, Authorization: `Bearer ${known}` },
  })
  try {
    return await work(as(token))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'asks-sign-in') throw error
    const next = await signIns.token(server.url, token)
    if (next === undefined) throw error
    return work(as(next))
  }
}

const isWho = (header: string): boolean => header.toLowerCase() === 'authorization'
