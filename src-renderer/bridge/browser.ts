import type { PreloadApi } from '../../src-main/contract/preload-api'
import type { ClientMessage, Reply } from '../../src-main/contract/reply'
import { parseExact } from '../../src-main/domain/value/exact-json'
import type { Bridge } from './bridge'
import { bridgeOver } from './bridge-over'
import { authorisation } from './browser-session'
import { followEvents } from './follow-events'
import { failure } from './failure'

/** The bridge to the loopback server that served this page. @param session see `joinSession` */
export function browserBridge(session: string): Bridge {
  const tab = crypto.randomUUID()
  const own = authorisation(session)
  const post = (message: ClientMessage) =>
    fetch('/message', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Pegboard-Tab': tab, ...own },
      body: JSON.stringify(message),
    })

  const transport: PreloadApi = {
    async request(message) {
      try {
        const response = await post(message)
        return parseExact(await response.text()) as Reply<unknown>
      } catch {
        return failure(
          'unavailable',
          'Pegboard does not answer.',
          'See whether it still runs in its terminal; start it again and open the link it prints.',
        )
      }
    },
    cancel(id) {
      // When it cannot be sent, the request has failed too and says so.
      post({ kind: 'cancel', id }).catch(() => undefined)
    },
    on: (listener) =>
      followEvents((signal) => fetch(`/events?tab=${tab}`, { headers: own, signal }), listener),
  }
  return bridgeOver(transport)
}
