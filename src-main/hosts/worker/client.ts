import { randomUUID } from 'node:crypto'
import type { ServerEvent } from '../../contract/reply'
import type { AppWorker } from './app-worker'
import { failureJson, type ReplyJson, type Request } from './messages'

/** One window or browser tab, as its host sees it. */
export interface Client {
  request(request: Request): Promise<ReplyJson>
  cancel(id: string): void
  /** Cancels all running requests, as when a page is reloaded. */
  cancelAll(): void
  /** Cancels all running requests and stops listening. */
  leave(): void
}

interface OpenRequest {
  /** The id that the client chose; two clients may choose the same. */
  id: string
  settle: (reply: ReplyJson) => void
}

/**
 * Connects a client to the app. `listener` gets the client's own progress and every broadcast;
 * replies go to the caller.
 */
export function connectClient(worker: AppWorker, listener: (event: ServerEvent) => void): Client {
  const open = new Map<string, OpenRequest>()

  const stopListening = worker.onMessage((message) => {
    // What a person is asked is between the host and the person.
    if (message.kind === 'confirm' || message.kind === 'confirm-over') return
    if (message.kind !== 'reply' && message.kind !== 'progress') return listener(message)
    const request = open.get(message.id)
    if (!request) return
    if (message.kind === 'progress') return listener({ ...message, id: request.id })
    open.delete(message.id)
    request.settle(message.json)
  })

  function request(request: Request): Promise<ReplyJson> {
    const id = randomUUID()
    return new Promise((settle) => {
      open.set(id, { id: request.id, settle })
      worker.send({ ...request, id })
    })
  }

  function cancelWhere(chosen: (request: OpenRequest) => boolean): void {
    for (const [id, request] of open) if (chosen(request)) worker.send({ kind: 'cancel', id })
  }

  function leave(): void {
    cancelWhere(() => true)
    stopListening()
    for (const { settle } of open.values())
      settle(failureJson('cancelled', 'The window was closed.'))
    open.clear()
  }

  return {
    request,
    cancel: (id) => cancelWhere((request) => request.id === id),
    cancelAll: () => cancelWhere(() => true),
    leave,
  }
}
