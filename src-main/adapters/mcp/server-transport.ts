import type { Transport } from '@modelcontextprotocol/client'
import type { ToolServer } from '../../ports/tool-servers'
import type { MostBytes } from './child-transport'

/** The way to a server that is not started or asked yet. */
export interface ServerTransport {
  transport: Transport
  /** How its program ended, and what that wrote to its standard error. */
  said(): { ending?: string | undefined; errorText: string }
  /** Aborted once an address sends more than is taken. */
  flood: AbortSignal
}

export async function transportTo(
  server: ToolServer,
  mostBytes: MostBytes,
): Promise<ServerTransport> {
  const flood = new AbortController()
  if (server.kind === 'stdio') {
    const { childTransport } = await import('./child-transport')
    const transport = childTransport(server, mostBytes)
    return {
      transport,
      said: () => ({ ending: transport.ending(), errorText: transport.errorText() }),
      flood: flood.signal,
    }
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const { guardedFetch } = await import('./guarded-fetch')
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.headers },
    fetch: guardedFetch(mostBytes, (error) => flood.abort(error)),
    redirectPolicy: 'same-origin',
  })
  return { transport, said: () => ({ errorText: '' }), flood: flood.signal }
}

/** Rejects with the reason of a signal once that is aborted. */
export const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
