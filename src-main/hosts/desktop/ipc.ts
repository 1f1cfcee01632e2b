import type { WebContents, WebFrameMain } from 'electron'
import { Cancel, Request, type Reply } from '../../contract/reply'
import type { AppWorker } from '../worker/app-worker'
import { connectClient } from '../worker/client'
import { failure } from '../worker/messages'
import { channels } from './channels'
import { isWithin } from './security'

/**
 * Connects a window to the app. Messages are accepted only from the top frame of the window's own origin, and
 * only when they are well-formed. The requests of a page are cancelled when the page is closed or reloaded.
 */
export function connectWindow(contents: WebContents, worker: AppWorker, origin: string): void {
  const client = connectClient(worker, (event) => {
    if (!contents.isDestroyed()) contents.send(channels.event, event)
  })
  const isOwnPage = (frame: WebFrameMain | null) =>
    frame !== null && frame.parent === null && isWithin(frame.origin, origin)

  contents.ipc.handle(channels.request, async (event, payload: unknown) => {
    if (!isOwnPage(event.senderFrame))
      return failure('bad-input', 'Pegboard answers only its own window.')
    const request = Request.safeParse(payload)
    if (!request.success) return failure('bad-input', 'The request is not a valid message.')
    return JSON.parse(await client.request(request.data)) as Reply<unknown>
  })
  contents.ipc.on(channels.cancel, (event, payload: unknown) => {
    const id = Cancel.shape.id.safeParse(payload)
    if (isOwnPage(event.senderFrame) && id.success) client.cancel(id.data)
  })

  contents.on('did-start-navigation', (navigation) => {
    if (navigation.isMainFrame && !navigation.isSameDocument) client.cancelAll()
  })
  contents.on('render-process-gone', () => client.cancelAll())
  contents.once('destroyed', () => client.leave())
}
