import { Problem } from '../domain/problem'
import { shownText } from '../domain/value/shown-text'
import type { Address, AddressCall, Addresses, Fetched } from '../ports/addresses'
import { causeOf, short, withoutValues } from './network-fault'

/** What is taken of one address. */
interface Limits {
  bytes: number
  /** For all of it. */
  allMs: number
  /** How often it may lead on. */
  redirects: number
}

const LIMITS: Limits = { bytes: 64 << 20, allMs: 120_000, redirects: 5 }

/** Documents over HTTP. */
export const httpAddresses = (limits: Limits = LIMITS): Addresses => ({
  async get(address, call) {
    const late = AbortSignal.timeout(limits.allMs)
    const signal = AbortSignal.any([call.signal, late])
    try {
      return await fetched(address, { signal, limits })
    } catch (error) {
      call.signal.throwIfAborted()
      throw problemOf(
        late.aborted ? new NothingTaken('it did not end in time') : error,
        address,
        call,
      )
    }
  },
})

const CHECK = 'Check the address, and whether it answers in a browser.'
const TOKEN =
  'Send a header that names the variable which holds its token, such as Authorization: Bearer ${TOKEN}.'
const ELSEWHERE = 'Follow that address instead, if it is what you expect.'
const LESS = 'Follow a part of it, or download it and follow the file.'

/** Why an address gave nothing that is taken. */
class NothingTaken extends Error {
  constructor(
    why: string,
    readonly fix = CHECK,
  ) {
    super(why)
  }
}

/** Says whom it is about as it is written, and nothing that was filled in. */
function problemOf(
  error: unknown,
  { headers }: Address,
  { called, unsaid = [] }: AddressCall,
): Problem {
  const told = withoutValues([...unsaid, ...Object.values(headers)])
  const { why, fix } =
    error instanceof NothingTaken
      ? { why: error.message, fix: error.fix }
      : { why: causeOf(error).why, fix: CHECK }
  const message = `${shownText(called)} did not give its document: ${short(told(why))}.`
  return new Problem('unavailable', message, fix)
}

interface Asking {
  signal: AbortSignal
  limits: Limits
}

async function fetched(address: Address, { signal, limits }: Asking): Promise<Fetched> {
  const { url, headers } = address
  const answer = await fetch(url, { headers, signal, redirect: 'manual' })
  const { status } = answer
  const next = status >= 300 && status < 400 ? answer.headers.get('location') : null
  if (next !== null) {
    await answer.body?.cancel()
    if (limits.redirects === 0) throw new NothingTaken('it leads on without end')
    const left = { ...limits, redirects: limits.redirects - 1 }
    return fetched({ url: whereTo(url, next), headers }, { signal, limits: left })
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    const isUnknown = status === 401 || status === 403
    if (isUnknown) throw new NothingTaken(`it wants to know who asks (HTTP ${status})`, TOKEN)
    throw new NothingTaken(`it answers with HTTP ${status}`)
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  return { bytes: await allOf(answer, limits.bytes), type: type.trim().toLowerCase() }
}

/** What is sent along is for one origin: no other is told of it. */
function whereTo(url: string, location: string): string {
  const to = URL.parse(location, url)
  if (!to) throw new NothingTaken('it leads on to what is no address')
  if (to.origin === new URL(url).origin) return to.href
  throw new NothingTaken(`it leads on to ${shownText(`${to.origin}${to.pathname}`)}`, ELSEWHERE)
}

/** @throws NothingTaken where it is more than is taken. */
async function allOf(answer: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  const body = (answer.body ?? []) as AsyncIterable<Uint8Array> | []
  for await (const piece of body) {
    length += piece.length
    if (length > most) throw new NothingTaken(`it sends more than ${most >> 20} MB`, LESS)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
