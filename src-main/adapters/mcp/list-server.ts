import type { ListingCall, ToolListing, ToolServer } from '../../ports/tool-servers'
import { openServer, problemOf, type Opening } from './open-server'

const FAILED = 'did not list its tools'

/** See {@link ToolServers.list}. */
export async function listServer(
  server: ToolServer,
  call: ListingCall,
  opening: Opening,
): Promise<ToolListing> {
  const guard = await openServer(server, { ...call, failed: FAILED }, opening)
  try {
    const { signal, onTools } = call
    return await guard.list({ mostMs: opening.how.limits.allMs, signal, onCount: onTools })
  } catch (error) {
    throw problemOf(error, { server, failed: FAILED, unsaid: call.unsaid })
  } finally {
    await guard.end()
  }
}
