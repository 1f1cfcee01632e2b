import type { MessagePort } from 'node:worker_threads'
import type { App } from '../../app/app'
import type { Reply } from '../../contract/reply'
import { failure, type Request, type WorkerInput, type WorkerOutput } from './messages'
import { throttleProgress } from './throttle-progress'

/** Answers the messages of a port with the app until a `close` message; then closes the app and the port. */
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
    const reply = await app.dispatch(request.route, request.input, call)
    progress.flush()
    running.delete(request.id)
    postReply(request.id, reply)
  }

  function postReply(id: string, reply: Reply<unknown>): void {
    try {
      post({ kind: 'reply', id, reply })
    } catch (error) {
      const message = `The reply could not be sent: ${String(error)}`
      post({ kind: 'reply', id, reply: failure('internal', message) })
    }
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
    else void close()
  })
}
