import type { MenuChoice } from '../../src-main/contract/menu'
import type { Opened } from '../../src-main/contract/opened'
import type { PreloadApi } from '../../src-main/contract/preload-api'
import type { Progress, Reply } from '../../src-main/contract/reply'
import { parseExact } from '../../src-main/domain/value/exact-json'
import type { Bridge, Changed, Notice, Outdated, RequestOptions } from './bridge'
import { failure } from './failure'

/**
 * A bridge over either host's messages: gives ids, passes progress on, turns aborts into cancels.
 */
export function bridgeOver(transport: PreloadApi): Bridge {
  const progressListeners = new Map<string, (progress: Progress) => void>()
  const changes = listeners<Changed>()
  const outdated = listeners<Outdated>()
  const notices = listeners<Notice>()
  const choices = listeners<MenuChoice>()
  const openings = listeners<Opened>()

  transport.on((event) => {
    if (event.kind === 'progress') progressListeners.get(event.id)?.(event.progress)
    else if (event.kind === 'changed') changes.tell(event)
    else if (event.kind === 'outdated') outdated.tell(event)
    else if (event.kind === 'command') choices.tell(event)
    else if (event.kind === 'opened') openings.tell(event.opened)
    else notices.tell(event)
  })

  async function request(
    action: string,
    input: unknown,
    { signal, onProgress }: RequestOptions = {},
  ): Promise<Reply<unknown>> {
    if (signal?.aborted) return failure('cancelled', 'Cancelled.')
    const id = crypto.randomUUID()
    const cancel = () => transport.cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    if (onProgress) progressListeners.set(id, onProgress)
    try {
      return await transport.request({ kind: 'request', id, action, input: plain(input) })
    } catch (error) {
      return notSent(error)
    } finally {
      signal?.removeEventListener('abort', cancel)
      progressListeners.delete(id)
    }
  }

  const { offer, opened } = transport
  // Typed by trust: the app checks each input against its action, and what actions answer is typed,
  // but replies are not checked.
  return {
    request: request as Bridge['request'],
    onChange: changes.add,
    onOutdated: outdated.add,
    onNotice: notices.add,
    ...(offer && { menu: { offer: (commands) => offer(plain(commands)), onChoice: choices.add } }),
    ...(opened && {
      opened: {
        onOpened(listener) {
          const stop = openings.add(listener)
          opened.hear()
          return stop
        },
        handIn: (ticket) => opened.handIn(ticket).catch(notSent),
      },
    }),
  }
}

const notSent = (error: unknown): Reply<never> =>
  failure('internal', `The request could not be sent: ${String(error)}`)

function listeners<Event>() {
  const all = new Set<(event: Event) => void>()
  return {
    add(listener: (event: Event) => void): () => void {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(event: Event): void {
      for (const listener of all) listener(event)
    },
  }
}

/** Without proxies, which cannot be cloned into another process. */
function plain<Input>(input: Input): Input {
  return parseExact(JSON.stringify(input)) as Input
}
