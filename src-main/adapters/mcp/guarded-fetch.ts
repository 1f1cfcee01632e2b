import { parseExact } from '../../domain/value/exact-json'
import type { MostBytes } from './limits'
import { nesting, TOO_DEEP } from './nesting'
import { allowance } from './traffic'

/** Of an answer that is not read as a message: why something failed, or that a notice was taken. */
const MOST_ASIDE = 64 << 10

/**
 * Answers that broke off and are taken up again: a server may end each at once, and ask for no
 * pause between them.
 */
const RESUMED = { atOnce: 50, perSecond: 1 }

interface FetchEvents {
  /** Called with the first of any answer. */
  onHeard: () => void
  /** Called once, where a server sends more than is taken. */
  onFlood: (what: string) => void
}

/**
 * Passes on what a server answers until an answer, or all of them, are more than so many bytes, or
 * nested deeper than anything means. No stream is opened for what the server may want to say by
 * itself: an answer that broke off is taken up again by its own.
 */
export function guardedFetch(most: MostBytes, { onHeard, onFlood }: FetchEvents): typeof fetch {
  let taken = 0
  const resumed = allowance(RESUMED)
  return async (input, init) => {
    if (init?.method === 'GET') {
      const mayResume = new Headers(init.headers).has('last-event-id')
      if (mayResume && !resumed(1)) onFlood('answers without end that break off')
      else if (!mayResume) return new Response(undefined, { status: 405 })
    }
    const answer = await fetch(input, init)
    onHeard()
    if (!answer.body) return answer
    const { status, statusText, headers } = answer
    const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
    const isRead = status === 200 && isRequest(init?.body)
    const mostHere = isRead || isStream ? most.message : MOST_ASIDE
    const holds = nesting(isStream)
    let length = 0
    const faultOf = (piece: Uint8Array): string | undefined => {
      if (length > mostHere) {
        const size = mostHere === MOST_ASIDE ? '64 kB' : `${mostHere >> 20} MB`
        return `an answer of more than ${size}`
      }
      if (taken > most.all) return `more than ${most.all >> 20} MB`
      return holds(piece) ? undefined : TOO_DEEP
    }
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          taken += piece.length
          length += piece.length
          const what = faultOf(piece)
          if (what === undefined) return controller.enqueue(piece)
          if (mostHere === MOST_ASIDE && what !== TOO_DEEP) return controller.terminate()
          onFlood(what)
          controller.error(new Error(`it sent ${what}`))
        },
      }),
    )
    const passed = new Response(counted, { status, statusText, headers })
    return Object.assign(passed, { json: async () => parseExact(await passed.text()) })
  }
}

/**
 * Whether what is sent is a request, whose answer is read: answers and notices have no `method` or
 * no `id`.
 */
const isRequest = (body: unknown): boolean =>
  typeof body === 'string' && body.includes('"method":') && body.includes('"id":')
