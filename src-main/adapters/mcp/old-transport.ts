import { SSEClientTransport, SseError, type Transport } from '@modelcontextprotocol/client'
import type { ToolServer } from '../../ports/tool-servers'
import { guardedFetch } from './guarded-fetch'
import type { Guarding } from './http-transport'

export interface OldTransport extends Transport {
  /** Whether the server said where it takes messages: it does speak by it. */
  hasBegun(): boolean
}

/**
 * A server at an address that speaks as before streamable HTTP: it says all it has to say in one
 * stream of events. Bounded as any other.
 */
export function oldTransport(
  { url, headers }: Extract<ToolServer, { kind: 'http' }>,
  { most, traffic, onHeard, onFlood, answers }: Guarding,
): OldTransport {
  const fetched = guardedFetch(most, { onHeard, onFlood, answers, mayListen: true })
  const inner = new SSEClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: fetched,
  })
  let hasBegun = false
  const transport: OldTransport = {
    hasBegun: () => hasBegun,
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    async start() {
      await inner.start()
      hasBegun = true
    },
    send(message) {
      traffic.sent(message)
      return inner.send(message)
    },
    close: () => inner.close(),
  }
  inner.onmessage = (message) => {
    if (traffic.admits(message, 0)) transport.onmessage?.(message)
  }
  inner.onclose = () => transport.onclose?.()
  inner.onerror = (error) => {
    transport.onerror?.(error)
    // A new stream would know nothing of what was asked.
    if (hasBegun && error instanceof SseError) void inner.close()
  }
  return transport
}
