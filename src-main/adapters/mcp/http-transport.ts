import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { ToolServer } from '../../ports/tool-servers'
import { guardedFetch } from './guarded-fetch'
import type { MostBytes } from './limits'
import type { Answers } from './odd-answer'
import type { Traffic } from './traffic'

export interface Guarding {
  most: MostBytes
  traffic: Traffic
  onHeard: () => void
  /** Told once, where the address sends more than is taken. */
  onFlood: (what: string) => void
  /** Noted there: what it answered otherwise than the protocol does. */
  answers: Answers
}

/**
 * A server at an address: what it sends is bounded, and of that only answers that are waited for
 * come through.
 */
export function httpTransport(
  { url, headers }: Extract<ToolServer, { kind: 'http' }>,
  { most, traffic, onHeard, onFlood, answers }: Guarding,
): Transport {
  const inner = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: guardedFetch(most, { onHeard, onFlood, answers }),
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
