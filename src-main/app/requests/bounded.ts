import type { App } from '../app'

/**
 * Requests that may wait at once: a client that asks faster than it is answered would fill the
 * memory.
 */
const MOST_AT_ONCE = 500

/**
 * Asks as `dispatch` does; beyond the bound the reply is `busy`, at once.
 * @param onBusy told of each such reply
 */
export function bounded(
  dispatch: App['dispatch'],
  { most = MOST_AT_ONCE, onBusy }: { most?: number; onBusy?: () => void } = {},
): App['dispatch'] {
  let waiting = 0
  return async (action, input, call) => {
    if (waiting >= most) {
      onBusy?.()
      const message = `Busy: ${most} requests are waiting.`
      return { ok: false, error: { code: 'busy', message, fix: 'Ask again in a moment.' } }
    }
    waiting += 1
    try {
      return await dispatch(action, input, call)
    } finally {
      waiting -= 1
    }
  }
}
