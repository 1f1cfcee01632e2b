import type { ToolListing, ToolServer } from '../../ports/tool-servers'
import { asksOf, type Asking } from './asks'
import { beginSession } from './begin-session'
import { watchedChildren } from './children'
import type { How } from './limits'
import { failure, ServerFailed } from './server-failed'
import type { Ask, SessionFault, SessionOutput } from './server-session'
import { within } from './within'

/** For a session that was told to close, to do it: then it is ended with its thread. */
const CLOSE_MS = 1_000
/** Between two times that somebody who waits for a first answer is told so. */
const WAITING_MS = 3_000

interface Connecting {
  signal: AbortSignal
  onWaiting?: ((seconds: number) => void) | undefined
}

/**
 * A server that is spoken to behind a guard: nothing that it sends or starts lasts longer than who
 * asks wants.
 */
export interface Guard {
  /**
   * Resolves once the server has said how it is spoken to; `firstMs` for its first answer, and
   * twice as long for the two that may follow. @throws ServerFailed, or the signal’s reason.
   */
  connect: (call: Connecting) => Promise<void>
  /** @throws ServerFailed, or the signal’s reason. */
  list: (asking: Asking) => Promise<ToolListing>
  /** Gives the answer as JSON. @throws ServerFailed, or the signal’s reason. */
  call: (name: string, given: string, asking: Asking) => Promise<string>
  /** Settled once nothing can be asked any more, whoever ended it. */
  closed: Promise<void>
  /** Ends it with all that it started. */
  end: () => Promise<void>
}

interface Options {
  server: ToolServer
  /** What the server is known to speak. */
  protocol: string | undefined
  /** To be asked as before streamable HTTP. */
  isOld?: boolean | undefined
  how: How
  /** The entry of the thread; left out: this one serves the session. */
  threadFile: string | undefined
}

/**
 * Speaks to a server in a thread of its own. Times are kept here, so that they hold whatever the
 * server does to that thread; and what it started is ended from here, so that it is ended even
 * where the thread no longer answers.
 */
export function guardServer({ server, protocol, isOld, how, threadFile }: Options): Guard {
  const children = watchedChildren()
  const connected = Promise.withResolvers<undefined>()
  const heard = Promise.withResolvers<undefined>()
  const over = Promise.withResolvers<undefined>()
  /** The session has closed by itself, or its thread has ended. */
  const quiet = Promise.withResolvers<undefined>()
  let last: SessionFault | undefined
  let ending: Promise<void> | undefined
  connected.promise.catch(() => undefined)

  const task = { server, protocol, isOld, how, mark: children.mark }
  const session = beginSession(threadFile, task, {
    onSign: take,
    onGone: (why) => closed(why === undefined ? undefined : failure(why)),
  })
  const asks = asksOf({ post: session.post, onStuck: () => void end() })

  function take(output: SessionOutput): void {
    switch (output.kind) {
      case 'started':
        return children.started(output.pid)
      case 'heard':
        return heard.resolve(undefined)
      case 'connected':
        return connected.resolve(undefined)
      case 'closed':
        return closed(output.fault)
      case 'failed':
        if (!output.fault.isOfRequest) last ??= output.fault
        if (output.id !== undefined) return asks.failed(output.id, output.fault)
        return connected.reject(new ServerFailed(output.fault))
      default:
        return asks.answered(output)
    }
  }

  function closed(why: SessionFault | undefined): void {
    last ??= why
    quiet.resolve(undefined)
    failAll()
    void end()
  }

  function failAll(): void {
    connected.reject(new ServerFailed(last ?? GONE))
    asks.failAll(last)
  }

  const end = (): Promise<void> => (ending ??= endOnce())
  async function endOnce(): Promise<void> {
    await Promise.race([children.look(), pause(CLOSE_MS)])
    session.post('close')
    // A terminated thread would never look at how its program ended: that is ended first.
    await Promise.race([quiet.promise, pause(CLOSE_MS)])
    const left = await children.end()
    await Promise.race([session.gone, pause(CLOSE_MS)])
    await session.terminate()
    failAll()
    if (left > 0) sayLeft(server, left)
    over.resolve(undefined)
  }

  const ask: typeof asks.ask = (what, asking, read) =>
    ending ? Promise.reject(new ServerFailed(last ?? GONE)) : asks.ask(what, asking, read)
  const listed: Ask = { ask: 'list' }

  return {
    connect: (call) =>
      connectedBy({ heard: heard.promise, connected: connected.promise, end }, call, how.limits),
    list: (asking) =>
      ask(listed, asking, (output) => (output.kind === 'listed' ? output.listing : undefined)),
    call: (name, given, asking) =>
      ask({ ask: 'call', name, given }, asking, (output) =>
        output.kind === 'called' ? output.json : undefined,
      ),
    closed: over.promise,
    end,
  }
}

const GONE = failure('it is no longer asked')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Beginning {
  /** The server has said anything. */
  heard: Promise<undefined>
  connected: Promise<undefined>
  end: () => Promise<void>
}

/** Waits for a server to be connected; one that is not in time is ended. */
async function connectedBy(
  { heard, connected, end }: Beginning,
  { signal, onWaiting }: Connecting,
  { firstMs }: How['limits'],
): Promise<void> {
  const startMs = performance.now()
  const sayWaiting = () => onWaiting?.(Math.round((performance.now() - startMs) / 1000))
  const waiting = setInterval(sayWaiting, WAITING_MS)
  const restMs = 2 * firstMs
  const stop = (): void => undefined
  const first = `it took longer than ${firstMs / 1000} s to answer at all`
  const rest = `it answered, and then took longer than ${restMs / 1000} s to say how it is asked`
  try {
    await within(Promise.race([heard, connected]), { mostMs: firstMs, signal, stop, late: first })
    await within(connected, { mostMs: restMs, signal, stop, late: rest })
  } catch (error) {
    await end()
    throw error
  } finally {
    clearInterval(waiting)
  }
}

/** Said where people look who wonder what still runs: nothing that was asked depends on it. */
function sayLeft(server: ToolServer, left: number): void {
  const who = server.kind === 'stdio' ? server.program : server.url
  process.stderr.write(
    `${left} of the processes that ${who} started could not be ended; look for them and end them by hand.\n`,
  )
}
