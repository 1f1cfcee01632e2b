import { randomUUID } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { Confirmation } from '../../contract/confirmation'
import type { Confirming, WorkerInput } from './messages'

/** Has the host ask the person. A question that nobody waits for any more is answered by no. */
export function confirmByHost(
  port: MessagePort,
): (what: Confirmation, signal: AbortSignal) => Promise<boolean> {
  const waiting = new Map<string, (isAgreed: boolean) => void>()
  const post = (message: Confirming): void => port.postMessage(message)
  const hear = (message: WorkerInput): void => {
    if (message.kind === 'confirmed') waiting.get(message.id)?.(message.isAgreed)
  }
  let hears = false
  return (what, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const id = randomUUID()
      const stop = (): void => {
        post({ kind: 'confirm-over', id })
        settle(false)
      }
      const settle = (isAgreed: boolean): void => {
        waiting.delete(id)
        signal.removeEventListener('abort', stop)
        resolve(isAgreed)
      }
      waiting.set(id, settle)
      signal.addEventListener('abort', stop)
      // Listened to no sooner: what came before the app is ready waits in the port.
      if (!hears) port.on('message', hear)
      hears = true
      post({ kind: 'confirm', id, what })
    })
}
