import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { ToolListing, ToolServer } from '../../ports/tool-servers'
import { watchedChildren } from './children'
import type { How } from './limits'
import type { Ask, SessionFault, SessionInput, SessionOutput, SessionTask } from './server-session'

/** For a session that was told to close or to stop something, to do it: then it is ended with its thread. */
const CLOSE_MS = 1_000
const STOP_MS = 3_000

/** What objects of one server take at most in its thread, in MB: the largest list that is taken has room. New ones are looked through often. */
const THREAD_MB = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

/** Why a server did not do what it was asked. */
export class ServerFailed extends Error {
  constructor(readonly fault: SessionFault) {
    super(fault.why)
  }
}

interface Asking {
  /** For the answer. */
  mostMs: number
  signal: AbortSignal
  onCount?: ((count: number) => void) | undefined
}

/** A server that is spoken to behind a guard: nothing that it sends or starts lasts longer than who asks wants. */
export interface Guard {
  /**
   * Resolves once the server has said how it is spoken to; `firstMs` for its first answer, and twice as long for the two that may follow.
   * @throws ServerFailed, or the signal’s reason.
   */
  connect(call: {
    signal: AbortSignal
    onWaiting?: ((seconds: number) => void) | undefined
  }): Promise<void>
  /** @throws ServerFailed, or the signal’s reason. */
  list(asking: Asking): Promise<ToolListing>
  /** Gives the answer as JSON. @throws ServerFailed, or the signal’s reason. */
  call(name: string, given: string, asking: Asking): Promise<string>
  /** Settled once nothing can be asked any more, whoever ended it. */
  closed: Promise<void>
  /** Ends it with all that it started. */
  end(): Promise<void>
}

interface Options {
  server: ToolServer
  protocol: string | undefined
  how: How
  /** The entry of the thread; left out: this one serves the session. */
  threadFile: string | undefined
}

interface Open {
  answered(output: SessionOutput): void
  failed(fault: SessionFault): void
}

/**
 * Speaks to a server in a thread of its own. Times are kept here, so that they hold whatever the server does to that thread; and what
 * it started is ended from here, so that it is ended even where the thread no longer answers.
 */
export function guardServer({ server, protocol, how, threadFile }: Options): Guard {
  const children = watchedChildren()
  const task: SessionTask = { server, protocol, how, mark: children.mark }
  const open = new Map<number, Open>()
  const connection = Promise.withResolvers<void>()
  const heard = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  /** The session has closed by itself, or its thread has ended. */
  const quiet = Promise.withResolvers<void>()
  let last: SessionFault | undefined
  let asked = 0
  let ending: Promise<void> | undefined
  connection.promise.catch(() => undefined)

  const session = begun(threadFile, task, {
    onSign: take,
    onGone(why) {
      last ??= why === undefined ? undefined : failure(why)
      quiet.resolve()
      failAll()
      void end()
    },
  })

  function take(output: SessionOutput): void {
    switch (output.kind) {
      case 'started':
        return children.started(output.pid)
      case 'heard':
        return heard.resolve()
      case 'connected':
        return connection.resolve()
      case 'closed':
        last ??= output.fault
        quiet.resolve()
        failAll()
        return void end()
      case 'failed':
        if (!output.fault.isOfRequest) last ??= output.fault
        if (output.id === undefined) return connection.reject(new ServerFailed(output.fault))
        return open.get(output.id)?.failed(output.fault)
      default:
        return open.get(output.id)?.answered(output)
    }
  }

  function failAll(): void {
    const fault = last ?? failure('it is no longer asked')
    connection.reject(new ServerFailed(fault))
    for (const each of [...open.values()]) each.failed(fault)
  }

  const end = (): Promise<void> => (ending ??= endOnce())
  async function endOnce(): Promise<void> {
    session.post('close')
    // A terminated thread would never look at how its program ended: that is ended first.
    await Promise.race([quiet.promise, pause(CLOSE_MS)])
    const left = await children.end()
    await Promise.race([session.gone, pause(CLOSE_MS)])
    await session.terminate()
    failAll()
    if (left > 0) sayLeft(server, left)
    over.resolve()
  }

  function ask<Answer>(
    what: Ask,
    { mostMs, signal, onCount }: Asking,
    read: (output: SessionOutput) => Answer | undefined,
  ): Promise<Answer> {
    signal.throwIfAborted()
    if (ending) return Promise.reject(new ServerFailed(last ?? failure('it is no longer asked')))
    const id = (asked += 1)
    const answer = Promise.withResolvers<Answer>()
    let isLate: NodeJS.Timeout | undefined
    /** It may go on with it for a while; one that does not even hear that is given up. */
    const stop = (): void => {
      session.post({ stop: id })
      isLate ??= setTimeout(() => void end(), STOP_MS)
    }
    const done = (): void => {
      open.delete(id)
      clearTimeout(isLate)
    }
    open.set(id, {
      answered(output) {
        if (output.kind === 'counted') return onCount?.(output.count)
        done()
        const value = read(output)
        if (value !== undefined) answer.resolve(value)
      },
      failed(fault) {
        done()
        answer.reject(new ServerFailed(fault))
      },
    })
    session.post({ ...what, id })
    return within(answer.promise, {
      ...{ mostMs, signal, stop },
      late: () => failure(`it took longer than ${seconds(mostMs)}`, true),
    })
  }

  return {
    async connect({ signal, onWaiting }) {
      const { firstMs } = how.limits
      const startMs = performance.now()
      const waiting = setInterval(
        () => onWaiting?.(Math.round((performance.now() - startMs) / 1000)),
        WAITING_MS,
      )
      const stop = (): void => undefined
      try {
        await within(Promise.race([heard.promise, connection.promise]), {
          ...{ mostMs: firstMs, signal, stop },
          late: () => failure(`it took longer than ${seconds(firstMs)} to answer at all`),
        })
        const restMs = 2 * firstMs
        await within(connection.promise, {
          ...{ mostMs: restMs, signal, stop },
          late: () =>
            failure(
              `it answered, and then took longer than ${seconds(restMs)} to say how it is asked`,
            ),
        })
      } catch (error) {
        await end()
        // How it was stopped comes before what came of that.
        throw error
      } finally {
        clearInterval(waiting)
      }
    },
    list: (asking) =>
      ask({ ask: 'list' }, asking, (output) =>
        output.kind === 'listed' ? output.listing : undefined,
      ),
    call: (name, given, asking) =>
      ask({ ask: 'call', name, given }, asking, (output) =>
        output.kind === 'called' ? output.json : undefined,
      ),
    closed: over.promise,
    end,
  }
}

/** Between two times that somebody who waits for a first answer is told so. */
const WAITING_MS = 3_000

const seconds = (ms: number): string => `${ms / 1000} s`

const failure = (why: string, isOfRequest = false): SessionFault => ({
  ...{ why, of: 'time', errorText: '', hasEnded: false, isOfVersion: false, isOfRequest },
})

interface Within {
  mostMs: number
  signal: AbortSignal
  /** Told where it is waited for no longer. */
  stop: () => void
  late: () => SessionFault
}

/** Waits for something until it takes too long or a signal stops. */
async function within<Value>(
  work: Promise<Value>,
  { mostMs, signal, stop, late }: Within,
): Promise<Value> {
  const stopped = Promise.withResolvers<never>()
  const giveUp = (why: Error): void => {
    stop()
    stopped.reject(why)
  }
  const onAbort = (): void => giveUp(signal.reason as Error)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp(new ServerFailed(late())), mostMs)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Said where people look who wonder what still runs: nothing that was asked depends on it. */
function sayLeft(server: ToolServer, left: number): void {
  const who = server.kind === 'stdio' ? server.program : server.url
  process.stderr.write(
    `${left} of the processes that ${who} started could not be ended; look for them and end them by hand.\n`,
  )
}

interface Session {
  post(input: SessionInput): void
  /** Settled once the thread has ended. */
  gone: Promise<void>
  terminate(): Promise<void>
}

interface Hearing {
  onSign(output: SessionOutput): void
  /** @param why where it did not end as it should */
  onGone(why?: string): void
}

/** Begins a session in a thread, or in this one, by the same messages. */
function begun(threadFile: string | undefined, task: SessionTask, hearing: Hearing): Session {
  return threadFile === undefined
    ? begunHere(task, hearing)
    : begunInThread(threadFile, task, hearing)
}

function begunInThread(
  threadFile: string,
  task: SessionTask,
  { onSign, onGone }: Hearing,
): Session {
  const thread = new Worker(threadFile, {
    workerData: task,
    resourceLimits: THREAD_MB,
  })
  let why: string | undefined
  thread.on('message', onSign)
  thread.on('error', (error: NodeJS.ErrnoException) => {
    why =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'what it sent takes more memory than there is for it'
        : `the thread that speaks to it broke: ${error.message}`
  })
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  void gone.then(() => onGone(why))
  return {
    post: (input) => thread.postMessage(input),
    gone,
    terminate: async () => void (await thread.terminate()),
  }
}

function begunHere(task: SessionTask, { onSign, onGone }: Hearing): Session {
  const { port1, port2 } = new MessageChannel()
  const gone = new Promise<void>((resolve) => port1.once('close', resolve))
  port1.on('message', onSign)
  void gone.then(() => onGone())
  void serveHere(port2, task)
  return {
    post: (input) => port1.postMessage(input),
    gone,
    terminate: async () => port1.close(),
  }
}

async function serveHere(port: MessagePort, task: SessionTask): Promise<void> {
  const { serveSession } = await import('./server-session')
  await serveSession(port, task)
}
