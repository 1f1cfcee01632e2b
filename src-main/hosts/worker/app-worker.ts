import { Worker } from 'node:worker_threads'
import { ProblemReport, type ClientMessage } from '../../contract/reply'
import { isNestedDeeper, MOST_LEVELS } from '../../domain/value/json'
import { product } from '../product/product'
import {
  failureJson,
  replyJson,
  type Confirmed,
  type ReplyJson,
  type WorkerInput,
  type WorkerOptions,
  type WorkerOutput,
} from './messages'

/** The app in a thread of its own, so that its work never blocks the host. */
export interface AppWorker {
  send(message: ClientMessage | Confirmed): void
  /** Returns a function that stops listening. */
  onMessage(listener: (message: WorkerOutput) => void): () => void
  /** Lets the app finish writing, for 5 seconds at most. */
  close(): Promise<void>
}

const closeWithinMs = 5_000

/** What new objects take, in MB: on a machine with memory to spare V8 would take 134. */
const YOUNG_MB = 48

/**
 * What all others take at most, in MB, as on a machine of 8 GB. From 2,048 on V8 lets a heap grow
 * to four times what is in use before it looks what is not, below to twice that. Two apps that
 * import, index and search 100,000 tools have room in it.
 */
const OLD_MB = 2_000

/**
 * Starts the app in a worker thread. When the worker dies, every open request fails, and the next
 * request starts a new worker.
 * @param workerFile the worker's entry; tests give another app's
 */
export function startAppWorker(
  options: WorkerOptions = product(),
  workerFile: string = product().workerFile,
): AppWorker {
  const { dataFolder, resourcesFolder, version, ollamaAddress, asksPerson } = options
  const listeners = new Set<(message: WorkerOutput) => void>()
  const open = new Set<string>()
  let closed = false
  let worker: Worker | undefined = start()

  function start(): Worker {
    const started = new Worker(workerFile, {
      workerData: {
        dataFolder,
        resourcesFolder,
        version,
        ollamaAddress,
        asksPerson,
      } satisfies WorkerOptions,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    })
    let reason: unknown
    started.on('message', deliver)
    started.on('error', (error) => {
      reason = error
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const id of open) deliver({ kind: 'reply', id, json: deathReply(reason) })
    })
    return started
  }

  function deliver(message: WorkerOutput): void {
    if (message.kind === 'reply') open.delete(message.id)
    for (const listener of listeners) listener(message)
  }

  function send(message: ClientMessage | Confirmed): void {
    if (message.kind !== 'request') return worker?.postMessage(message satisfies WorkerInput)
    if (closed) {
      const json = failureJson('unavailable', 'Pegboard is closing.', 'Start it again.')
      return deliver({ kind: 'reply', id: message.id, json })
    }
    // A message goes to the worker as a copy, and copying would run out of stack here, in the host.
    if (isNestedDeeper(message.input, MOST_LEVELS)) {
      const why = `The request is nested deeper than ${MOST_LEVELS} levels.`
      const json = failureJson('bad-input', why, 'Leave out the inner levels.')
      return deliver({ kind: 'reply', id: message.id, json })
    }
    open.add(message.id)
    worker ??= start()
    worker.postMessage(message satisfies WorkerInput)
  }

  function onMessage(listener: (message: WorkerOutput) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function close(): Promise<void> {
    closed = true
    const ending = worker
    if (!ending) return
    const exited = new Promise((resolve) => ending.once('exit', resolve))
    const late = setTimeout(() => void ending.terminate(), closeWithinMs)
    ending.postMessage({ kind: 'close' } satisfies WorkerInput)
    await exited
    clearTimeout(late)
  }

  return { send, onMessage, close }
}

/** The app's own error when it could not start, unchanged; anything else is reported as a crash. */
function deathReply(reason: unknown): ReplyJson {
  const reported = ProblemReport.safeParse(reason)
  if (reported.success) return replyJson({ ok: false, error: reported.data })
  const why = reason instanceof Error ? `: ${firstLine(reason.message)}` : ''
  return failureJson('internal', `Pegboard's worker stopped${why}`, 'Restart Pegboard.')
}

/** Beyond its first line, an error tells programmers more than it tells people. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
