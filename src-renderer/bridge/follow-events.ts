import type { ServerEvent } from '../../src-main/contract/reply'

const firstWaitMs = 1_000
const longestWaitMs = 15_000

/**
 * Listens to a stream of server events while the page is visible, and connects again when it breaks.
 * A hidden page lets go: browsers allow six connections to a host, which streams of many tabs would use up.
 * What changed meanwhile the server sends again on connecting.
 * @returns the way to stop
 */
export function followEvents(address: string, listener: (event: ServerEvent) => void): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs

  function connect(): void {
    disconnect()
    source = new EventSource(address)
    source.onopen = () => (waitMs = firstWaitMs)
    source.onmessage = (message) => listener(JSON.parse(String(message.data)) as ServerEvent)
    // The browser connects again by itself except after an answer that was no stream.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      retry = setTimeout(connect, waitMs)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    }
  }

  function disconnect(): void {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }

  function follow(): void {
    if (document.visibilityState === 'hidden') disconnect()
    else if (!source || source.readyState === EventSource.CLOSED) connect()
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    disconnect()
  }
}
