import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { ToolServer } from '../../ports/tool-servers'
import { guardedFetch } from './guarded-fetch'
import type { MostBytes } from './limits'
import type { Traffic } from './traffic'

interface Guarding {
  most: MostBytes
  traffic: Traffic
  onHeard: () => void
  /** Told once, where the address sends more than is taken. */
  onFlood: (what: string) => void
}

/**
 * A server at an address: what it sends is bounded, and of that only answers that are waited for
 * come through.
 */
export function httpTransport(
  { url, headers }: Extract<ToolServer, { kind: 'http' }>,
  { most, traffic, onHeard, onFlood }: Guarding,
): Transport {
  const inner = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: guardedFetch(most, { onHeard, onFlood }),
    redirectPolicy: 'same-origin',
  })
  const transport: Transport = {
    hasPerRequestStream: inner.hasPerRequestStream,
    get sessionId() {
      return inner.sessionId as string
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    start: () => inner.start(),
    send(message, options) {
      traffic.sent(message)
      return inner.send(message, options)
    },
    close: () => inner.close(),
  }
  // Bytes of an answer are counted where they come in.
  inner.onmessage = (message) => {
    if (traffic.admits(message, 0)) transport.onmessage?.(message)
  }
  inner.onclose = () => transport.onclose?.()
  inner.onerror = (error) => transport.onerror?.(error)
  return transport
}
