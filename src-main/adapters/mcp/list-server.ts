import type { ListingCall, ToolListing, ToolServer } from '../../ports/tool-servers'
import { withoutValues } from '../network-fault'
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
    const { signal, onTools, unsaid = [] } = call
    const mostMs = opening.how.limits.allMs
    const { ledTo, ...listing } = await guard.list({ mostMs, signal, onCount: onTools })
    return ledTo === undefined ? listing : { ...listing, ledTo: withoutValues(unsaid)(ledTo) }
  } catch (error) {
    throw problemOf(error, { server, failed: FAILED, unsaid: call.unsaid })
  } finally {
    await guard.end()
  }
}
