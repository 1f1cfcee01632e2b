import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

/** So many at once, and so many each second in the long run. */
interface Rate {
  atOnce: number
  perSecond: number
}

/**
 * What a server may ask of its client, which offers nothing: each is answered so, while the server
 * takes answers.
 */
const REQUESTS: Rate = { atOnce: 100, perSecond: 10 }
/** Answers to them that are on their way at a time: what a server asks beyond is passed over. */
const MOST_ANSWERS = 8
/** Notices, answers to nothing, and lines that are no messages: all are passed over. */
const UNASKED: Rate = { atOnce: 10_000, perSecond: 500 }
const UNASKED_BYTES: Rate = { atOnce: 32 << 20, perSecond: 1 << 20 }

export interface Traffic {
  /**
   * Whether what came is an answer that is waited for; all else is dealt with, and goes no further.
   */
  admits(message: JSONRPCMessage, bytes: number): boolean
  /** Counts a line that is no message. */
  noise(bytes: number): void
  /** Notes what is sent. */
  sent(message: JSONRPCMessage): void
}

interface TrafficEvents {
  /** Sends what was asked for by the server; resolves once that has been taken. */
  answer(message: JSONRPCMessage): Promise<void>
  /** Called once, where a server sends what nobody asked for without end. */
  onFlood(what: string): void
}

/**
 * Watches over what goes to and fro: only answers that are waited for come through, and all else is
 * bounded.
 */
export function traffic({ answer, onFlood }: TrafficEvents): Traffic {
  const waitedFor = new Set<RequestId>()
  const requests = allowance(REQUESTS)
  const unasked = allowance(UNASKED)
  const unaskedBytes = allowance(UNASKED_BYTES)
  let answers = 0
  let isOver = false

  function flood(what: string): void {
    if (!isOver) onFlood(what)
    isOver = true
  }

  function noise(bytes: number): void {
    if (unasked(1) && unaskedBytes(bytes)) return
    flood('notices and answers without end that nobody asked for')
  }

  function refuse(id: RequestId, method: string): void {
    if (!requests(1)) {
      return flood(`more than ${REQUESTS.atOnce} requests of its own in a short time`)
    }
    if (answers >= MOST_ANSWERS) return
    answers += 1
    const refusal = { code: -32601, message: `Pegboard does not offer ${method.slice(0, 100)}.` }
    const reply = method === 'ping' ? { result: {} } : { error: refusal }
    void answer({ jsonrpc: '2.0', id, ...reply })
      .catch(() => undefined)
      .finally(() => (answers -= 1))
  }

  return {
    admits(message, bytes) {
      if (isOver) return false
      if (!('method' in message)) {
        if (message.id !== undefined && waitedFor.delete(message.id)) return true
        noise(bytes)
        return false
      }
      noise(bytes)
      if ('id' in message && !isOver) refuse(message.id, message.method)
      return false
    },
    noise,
    sent(message) {
      if (!('method' in message)) return
      if ('id' in message) waitedFor.add(message.id)
      else if (message.method === 'notifications/cancelled') {
        waitedFor.delete(message.params?.['requestId'] as RequestId)
      }
    },
  }
}

/** Tells of each amount whether it is still within the rate. */
export function allowance({ atOnce, perSecond }: Rate): (amount: number) => boolean {
  let left = atOnce
  let sinceMs = performance.now()
  return (amount) => {
    const nowMs = performance.now()
    left = Math.min(atOnce, left + ((nowMs - sinceMs) / 1000) * perSecond) - amount
    sinceMs = nowMs
    return left >= 0
  }
}
