import type { ListingCall, ToolListing, ToolServer } from '../../ports/tool-servers'
import type { Listed } from './list-tools'
import { speak } from './speak'
import type { How, ListingLimits } from './speaking'

export const LISTING_LIMITS: ListingLimits = {
  ...{ pages: 200, tools: 50_000, bytes: { message: 32 << 20, all: 64 << 20 } },
  ...{ firstMs: 9_000, allMs: 60_000 },
}

/** See {@link ToolServers.list}; reads and writes in the thread that asks. */
export async function listServer(
  server: ToolServer,
  call: ListingCall,
  how: How,
): Promise<ToolListing> {
  const { listTools } = await import('./list-tools')
  const { result, reached } = await speak(
    server,
    { call, how, failed: 'did not list its tools' },
    (speaking) => listTools({ ...speaking, onTools: call.onTools }),
  )
  await reached.transport.close().catch(() => undefined)
  return written(result)
}

/** A listing as it travels. */
export const written = ({ tools, ...listed }: Listed): ToolListing => ({
  ...listed,
  tools: new TextEncoder().encode(JSON.stringify(tools)),
})
