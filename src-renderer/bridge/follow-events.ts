import type { ServerEvent } from '../../src-main/contract/reply'
import { parseExact } from '../../src-main/domain/value/exact-json'

const firstWaitMs = 1_000
const longestWaitMs = 15_000

/**
 * Listens to a stream of server events while the page is visible, and connects again when it
 * breaks. A hidden page lets go: browsers allow six connections to a host, which streams of many
 * tabs would use up. What changed meanwhile the server sends again on connecting.
 * @param open requests the stream; not the browser's EventSource, which can send no header to be
 * known by
 * @returns the way to stop
 */
export function followEvents(
  open: (signal: AbortSignal) => Promise<Response>,
  listener: (event: ServerEvent) => void,
): () => void {
  let connection: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstWaitMs

  async function listen(signal: AbortSignal): Promise<void> {
    const response = await open(signal)
    if (!response.ok || !response.body) return
    waitMs = firstWaitMs
    for await (const event of eventsIn(response.body)) if (!signal.aborted) listener(event)
  }

  async function connect(): Promise<void> {
    disconnect()
    const own = new AbortController()
    connection = own
    await listen(own.signal).catch(() => undefined)
    if (connection !== own) return
    retry = setTimeout(() => void connect(), waitMs)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }

  function disconnect(): void {
    clearTimeout(retry)
    connection?.abort()
    connection = undefined
  }

  function follow(): void {
    if (document.visibilityState === 'hidden') disconnect()
    else if (!connection) void connect()
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    disconnect()
  }
}

/**
 * The events of a stream: blocks that end with an empty line and begin with `data:`; others only
 * keep it alive.
 */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith('data: ')) yield parseExact(block.slice(6)) as ServerEvent
    }
  }
}
