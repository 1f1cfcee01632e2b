import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { OtherThread, StartOtherThreads } from '../../app/other-threads'
import type { Reply } from '../../contract/reply'
import { Problem } from '../../domain/problem'
import { parseExact } from '../../domain/value/exact-json'
import { startAppWorker, type AppWorker } from './app-worker'
import { connectClient } from './client'
import type { WorkerOptions } from './messages'

/** Each holds the catalog once more, and beyond some there is little left to divide. */
const MOST_THREADS = 3

/**
 * Starts threads that run the app as the worker does: one for each processor but this thread's own.
 * @param options as of the app that they help
 * @param workerFile the worker's entry; tests give another app's
 */
export const otherThreads =
  (options: WorkerOptions, workerFile?: string): StartOtherThreads =>
  () => {
    const count = Math.min(availableParallelism() - 1, MOST_THREADS)
    return Array.from({ length: count }, () => otherThread(startAppWorker(options, workerFile)))
  }

/** The app of a worker, by requests of this thread. */
export function otherThread(worker: AppWorker): OtherThread {
  const client = connectClient(worker, () => undefined)
  return {
    async request<Answer>(action: string, input: object, signal: AbortSignal) {
      const id = randomUUID()
      const cancel = () => client.cancel(id)
      signal.throwIfAborted()
      signal.addEventListener('abort', cancel)
      const json = await client.request({ kind: 'request', id, action, input })
      signal.removeEventListener('abort', cancel)
      const reply = parseExact(json) as Reply<Answer>
      if (reply.ok) return reply.data
      const { code, message, fix } = reply.error
      throw new Problem(code, message, fix)
    },
    async close() {
      client.leave()
      await worker.close()
    },
  }
}
