import type { WebContents, WebFrameMain } from 'electron'
import { MenuOffer, type MenuChoice, type MenuCommand } from '../../contract/menu'
import { Ticket, type OpenedEvent } from '../../contract/opened'
import { Cancel, Request, type Reply } from '../../contract/reply'
import { parseExact } from '../../domain/value/exact-json'
import type { AppWorker } from '../worker/app-worker'
import { connectClient } from '../worker/client'
import { failure } from '../worker/messages'
import { channels } from './channels'
import type { WorkWatch } from './long-work'
import type { Opening } from './opened'
import { isWithin } from './security'

interface WindowParts {
  origin: string
  watch: WorkWatch
  /** Told of every answer, just before the page is. */
  onReply: (action: string, reply: Reply<unknown>) => void
}

/**
 * Connects a window to the app. Messages are accepted only from the top frame of the window's own
 * origin, and only when they are well-formed. The requests of a page are cancelled when the page is
 * closed or reloaded.
 */
export function connectWindow(
  contents: WebContents,
  worker: AppWorker,
  { origin, watch, onReply }: WindowParts,
): void {
  const client = connectClient(worker, (event) => {
    if (event.kind === 'progress') watch.progress(event.id, event.progress)
    if (!contents.isDestroyed()) contents.send(channels.event, event)
  })
  const isOwnPage = isPageOf(origin)

  contents.ipc.handle(channels.request, async (event, payload: unknown) => {
    if (!isOwnPage(event.senderFrame))
      return failure('bad-input', 'Pegboard answers only its own window.')
    const request = Request.safeParse(payload)
    if (!request.success) return failure('bad-input', 'The request is not a valid message.')
    const reply = parseExact(await client.request(request.data)) as Reply<unknown>
    watch.ended(request.data.id, reply)
    onReply(request.data.action, reply)
    return reply
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

/**
 * Hears what a window offers in the menus, from its own page alone; gives the way to tell it what
 * was chosen there.
 */
export function connectMenu(
  contents: WebContents,
  origin: string,
  onOffer: (commands: MenuCommand[]) => void,
): (id: MenuCommand['id']) => void {
  const isOwnPage = isPageOf(origin)
  contents.ipc.on(channels.offer, (event, payload: unknown) => {
    const offer = MenuOffer.safeParse(payload)
    if (isOwnPage(event.senderFrame) && offer.success) onOffer(offer.data)
  })
  contents.once('destroyed', () => onOffer([]))
  return (id) => {
    const choice: MenuChoice = { kind: 'command', id }
    if (!contents.isDestroyed()) contents.send(channels.event, choice)
  }
}

/**
 * Tells a window what the system opens, once its own page hears it, and hands in for that page the
 * files among it.
 */
export function connectOpening(
  contents: WebContents,
  { origin, worker, opening }: { origin: string; worker: AppWorker; opening: Opening },
): void {
  const isOwnPage = isPageOf(origin)
  let stop = (): void => undefined
  contents.ipc.on(channels.hear, (event) => {
    if (!isOwnPage(event.senderFrame)) return
    stop = opening.tell((opened) => {
      const told: OpenedEvent = { kind: 'opened', opened }
      if (!contents.isDestroyed()) contents.send(channels.event, told)
    })
  })
  contents.ipc.handle(channels.handIn, async (event, payload: unknown) => {
    const ticket = Ticket.safeParse(payload)
    if (!isOwnPage(event.senderFrame) || !ticket.success)
      return failure('bad-input', 'The request is not a valid message.')
    return opening.handIn(worker, ticket.data)
  })
  // What is opened from then on waits for the next page.
  contents.on('did-start-navigation', (navigation) => {
    if (navigation.isMainFrame && !navigation.isSameDocument) stop()
  })
  contents.on('render-process-gone', () => stop())
  contents.once('destroyed', () => stop())
}

const isPageOf = (origin: string) => (frame: WebFrameMain | null) =>
  frame !== null && frame.parent === null && isWithin(frame.origin, origin)
