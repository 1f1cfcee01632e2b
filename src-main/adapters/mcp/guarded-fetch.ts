import { parseExact } from '../../domain/value/exact-json'
import type { MostBytes } from './limits'
import { nesting, TOO_DEEP } from './nesting'
import { isOdd, oddAnswer, type Answers } from './odd-answer'
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
  /** Noted there: what answered otherwise than the protocol does. */
  answers: Answers
  /** Whether one stream may be opened for all that the server says. */
  mayListen?: boolean
}

/**
 * Passes on what a server answers until an answer, or all of them, are more than so many bytes, or
 * nested deeper than anything means. No stream is opened for what the server may want to say by
 * itself, unless that is how it says all: an answer that broke off is taken up again by its own.
 */
export function guardedFetch(
  most: MostBytes,
  { onHeard, onFlood, answers, mayListen = false }: FetchEvents,
): typeof fetch {
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
    const isOfRequest = isRequest(init?.body)
    if (isOdd(answer, isOfRequest)) {
      const bytes = await beginningOf(answer)
      if (!nesting()(bytes)) onFlood(TOO_DEEP)
      return noted(answer, new TextDecoder().decode(bytes), answers)
    }
    answers.odd = undefined
    if (!answer.body) return answer
    const isStream = isOfEvents(answer)
    const isRead = answer.status === 200 && isOfRequest
    return passedOn(answer, answer.body, {
      isStream,
      isListened: mayListen && isStream && !isOfRequest,
      most: isRead || isStream ? most.message : MOST_ASIDE,
      onFlood,
      isTooMuch: (bytes) => (taken += bytes) > most.all,
      mostOfAll: most.all,
    })
  }
}

interface Passing {
  isStream: boolean
  /** It is all that the server says, event by event. */
  isListened: boolean
  /** Bytes of it, or of each of its events. */
  most: number
  /** Adds to all that is taken, and says whether that is too much. */
  isTooMuch: (bytes: number) => boolean
  mostOfAll: number
  onFlood: FetchEvents['onFlood']
}

/** An answer, counted as it comes in. */
function passedOn(
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array>,
  { isStream, isListened, most, isTooMuch, mostOfAll, onFlood }: Passing,
): Response {
  const holds = nesting(isStream)
  let length = 0
  const faultOf = (piece: Uint8Array): string | undefined => {
    const isOver = isTooMuch(piece.length)
    length = isListened && endsEvent(piece) ? 0 : length + piece.length
    if (length > most) {
      return `an answer of more than ${most === MOST_ASIDE ? '64 kB' : `${most >> 20} MB`}`
    }
    if (isOver) return `more than ${mostOfAll >> 20} MB`
    return holds(piece) ? undefined : TOO_DEEP
  }
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        const what = faultOf(piece)
        if (what === undefined) return controller.enqueue(piece)
        if (most === MOST_ASIDE && what !== TOO_DEEP) return controller.terminate()
        onFlood(what)
        controller.error(new Error(`it sent ${what}`))
      },
    }),
  )
  const passed = new Response(counted, { status, statusText, headers })
  return Object.assign(passed, { json: async () => parseExact(await passed.text()) })
}

const isOfEvents = ({ headers }: Response): boolean =>
  /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')

/** The first of an answer that is not read as a message; the rest is left. */
async function beginningOf({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    length += piece.length
    if (length >= MOST_ASIDE) break
  }
  return Buffer.concat(pieces).subarray(0, MOST_ASIDE)
}

function noted(answer: Response, text: string, answers: Answers): Response {
  const { status, statusText, headers, url } = answer
  const odd = oddAnswer(answer, text)
  answers.odd = odd
  if (odd.to?.startsWith(`${new URL(url).origin}/`)) answers.ledTo = odd.to
  return new Response(text === '' ? null : text, { status, statusText, headers })
}

/** Whether one of the events of a stream ends in it. */
const endsEvent = (piece: Uint8Array): boolean =>
  /\n\r?\n|\r\r/.test(Buffer.from(piece).toString('latin1'))

/**
 * Whether what is sent is a request, whose answer is read: answers and notices have no `method` or
 * no `id`.
 */
const isRequest = (body: unknown): boolean =>
  typeof body === 'string' && body.includes('"method":') && body.includes('"id":')
