import { MessageChannel } from 'node:worker_threads'
import type { App, Call } from '../../src-main/app/app'
import type { Broadcast, Reply } from '../../src-main/contract/reply'
import { answer } from '../../src-main/hosts/worker/answer'
import type { AppWorker } from '../../src-main/hosts/worker/app-worker'
import type { WorkerInput, WorkerOutput } from '../../src-main/hosts/worker/messages'

export interface FakeApp extends App {
  /** Inputs and outcomes of `wait`, in order, as `started:` and `cancelled:` with the input. */
  log: string[]
  broadcast(event: Broadcast): void
  closed: boolean
}

/**
 * An app of a few actions for the tests of hosts: `echo` gives its input, `count` reports progress
 * up to its input, `wait` ends only when cancelled, `crash` throws where the worker cannot catch
 * it, `endless` gives what no message can carry. Anything else is `not-found`.
 */
export function fakeApp(): FakeApp {
  const listeners = new Set<(event: Broadcast) => void>()
  const log: string[] = []
  const app: FakeApp = {
    log,
    closed: false,
    broadcast: (event) => listeners.forEach((listener) => listener(event)),
    dispatch: (action, input, call) => actions(log)[action]?.(input, call) ?? notFound(action),
    onBroadcast(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      app.closed = true
    },
  }
  return app
}

function actions(
  log: string[],
): Record<string, (input: unknown, call: Call) => Promise<Reply<unknown>>> {
  return {
    echo: async (input) => ({ ok: true, data: input }),
    count: async (input, { emit }) => {
      const total = Number(input)
      for (let done = 1; done <= total; done += 1) emit({ what: 'Counting', done, total })
      return { ok: true, data: total }
    },
    wait: (input, { signal, emit }) =>
      new Promise((resolve) => {
        log.push(`started: ${String(input)}`)
        emit({ what: 'Waiting', done: 0 })
        signal.addEventListener('abort', () => {
          log.push(`cancelled: ${String(input)}`)
          resolve({ ok: false, error: { code: 'cancelled', message: 'Cancelled.' } })
        })
      }),
    crash: () =>
      new Promise(() => {
        setTimeout(() => {
          throw new Error('out of luck')
        })
      }),
    endless: async () => {
      const round: { again?: unknown } = {}
      round.again = round
      return { ok: true, data: round }
    },
  }
}

async function notFound(action: string): Promise<Reply<never>> {
  return { ok: false, error: { code: 'not-found', message: `There is no ${action}.` } }
}

/** A worker without a thread: the same messages, cloned the same way, between two ports. */
export function workerOver(app: App): AppWorker {
  const { port1, port2 } = new MessageChannel()
  answer(app, port1)
  const listeners = new Set<(message: WorkerOutput) => void>()
  port2.on('message', (message: WorkerOutput) => listeners.forEach((listen) => listen(message)))
  const post = (message: WorkerInput) => port2.postMessage(message)
  return {
    send: post,
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      const closed = new Promise<void>((resolve) => port2.once('close', () => resolve()))
      post({ kind: 'close' })
      return closed
    },
  }
}
