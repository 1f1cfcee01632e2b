import type { MessagePort } from 'node:worker_threads'
import type { App } from '../../app/app'
import type { Progress, Reply } from '../../contract/reply'
import {
  failureJson,
  replyJson,
  type ReplyJson,
  type Request,
  type WorkerInput,
  type WorkerOutput,
} from './messages'

/**
 * Answers the messages of a port with the app until a `close` message; then closes the app and the
 * port.
 */
export function answer(app: App, port: MessagePort): void {
  const running = new Map<string, AbortController>()
  const post = (message: WorkerOutput) => port.postMessage(message)
  const stopListening = app.onBroadcast(post)

  async function run(request: Request): Promise<void> {
    const abort = new AbortController()
    running.set(request.id, abort)
    const progress = throttleProgress((progress) =>
      post({ kind: 'progress', id: request.id, progress }),
    )
    const call = { signal: abort.signal, emit: progress.emit }
    const reply = await app.dispatch(request.action, request.input, call)
    progress.flush()
    running.delete(request.id)
    post({ kind: 'reply', id: request.id, json: jsonOf(reply) })
  }

  async function close(): Promise<void> {
    stopListening()
    for (const abort of running.values()) abort.abort()
    try {
      await app.close()
    } finally {
      port.close()
    }
  }

  port.on('message', (message: WorkerInput) => {
    if (message.kind === 'request') void run(message)
    else if (message.kind === 'cancel') running.get(message.id)?.abort()
    else if (message.kind === 'close') void close()
  })
}

/** What is too large for one text, or goes round in circles, is told as a failure. */
function jsonOf(reply: Reply<unknown>): ReplyJson {
  try {
    return replyJson(reply)
  } catch {
    const why = 'What was asked for is too large to be sent, or cannot be written down.'
    return failureJson('internal', why, 'Ask for less at once.')
  }
}

const intervalMs = 100

/**
 * Passes on about ten progress reports a second; `flush` sends the newest one that was held back.
 */
export function throttleProgress(send: (progress: Progress) => void): {
  emit: (progress: Progress) => void
  flush: () => void
} {
  let sentAt = -Infinity
  let held: Progress | undefined
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!held) return
    sentAt = performance.now()
    send(held)
    held = undefined
  }

  // Reads the clock as well as using a timer: work that never yields would starve the timer.
  function emit(progress: Progress): void {
    held = progress
    const waitMs = sentAt + intervalMs - performance.now()
    if (waitMs <= 0) flush()
    else timer ??= setTimeout(flush, waitMs)
  }

  return { emit, flush }
}
