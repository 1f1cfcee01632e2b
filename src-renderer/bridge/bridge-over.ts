import type { PreloadApi } from '../../src-main/contract/preload-api'
import type { Progress, Reply } from '../../src-main/contract/reply'
import type { Bridge, Changed, RequestOptions } from './bridge'
import { failure } from './failure'

/** A bridge over either host's three messages: gives ids, routes progress, turns aborts into cancels. */
export function bridgeOver(transport: PreloadApi): Bridge {
  const progressListeners = new Map<string, (progress: Progress) => void>()
  const changeListeners = new Set<(change: Changed) => void>()

  transport.on((event) => {
    if (event.kind === 'progress') progressListeners.get(event.id)?.(event.progress)
    else for (const listener of changeListeners) listener(event)
  })

  async function request(
    route: string,
    input: unknown,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<Reply<unknown>> {
    if (signal?.aborted) return failure('cancelled', 'Cancelled.')
    const id = crypto.randomUUID()
    const cancel = () => transport.cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    if (onProgress) progressListeners.set(id, onProgress)
    try {
      return await transport.request({ kind: 'request', id, route, input: plain(input) })
    } catch (error) {
      return failure('internal', `The request could not be sent: ${String(error)}`)
    } finally {
      signal?.removeEventListener('abort', cancel)
      progressListeners.delete(id)
    }
  }

  function onChange(listener: (change: Changed) => void): () => void {
    changeListeners.add(listener)
    return () => changeListeners.delete(listener)
  }

  // The app validates every reply against its route before it sends it.
  return { request: request as Bridge['request'], onChange }
}

/** Without proxies, which cannot be cloned into another process. */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input))
}
