import { Problem } from '../domain/problem'
import { shownText } from '../domain/value/shown-text'
import type { Address, Addresses, Fetched } from '../ports/addresses'
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
  async get(address, { signal, unsaid = [] }) {
    const late = AbortSignal.timeout(limits.allMs)
    try {
      return await fetched(address, { signal: AbortSignal.any([signal, late]), limits })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem) throw error
      const told = withoutValues([...unsaid, ...Object.values(address.headers)])
      const why = late.aborted ? 'it did not end in time' : causeOf(error).why
      throw fault(address, short(told(why)), CHECK)
    }
  },
})

const CHECK = 'Check the address, and whether it answers in a browser.'
const TOKEN =
  'Send a header that names the variable which holds its token, such as Authorization: Bearer ${TOKEN}.'

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
    const to = whereTo(address, next)
    if (limits.redirects === 0) throw fault(address, 'it leads on without end', CHECK)
    const left = { ...limits, redirects: limits.redirects - 1 }
    return fetched({ url: to.href, headers }, { signal, limits: left })
  }
  if (!answer.ok) {
    await answer.body?.cancel()
    const isUnknown = status === 401 || status === 403
    if (isUnknown) throw fault(address, `it wants to know who asks (HTTP ${status})`, TOKEN)
    throw fault(address, `it answers with HTTP ${status}`, CHECK)
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  return { bytes: await allOf(answer, address, limits), type: type.trim().toLowerCase() }
}

/** What is sent along is for one origin: no other is told of it. */
function whereTo(address: Address, location: string): URL {
  const to = URL.parse(location, address.url)
  if (to?.origin === new URL(address.url).origin) return to
  throw fault(
    address,
    to ? `it leads on to ${shownText(to.origin)}` : 'it leads on to what is no address',
    'Follow that address instead, if it is what you expect.',
  )
}

/** @throws Problem where it is more than is taken. */
async function allOf(answer: Response, address: Address, { bytes: most }: Limits) {
  const pieces: Uint8Array[] = []
  let length = 0
  const body = (answer.body ?? []) as AsyncIterable<Uint8Array> | []
  for await (const piece of body) {
    length += piece.length
    if (length > most) {
      throw fault(
        address,
        `it sends more than ${most >> 20} MB`,
        'Follow a part of it, or download it and follow the file.',
      )
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const fault = ({ url }: Address, why: string, fix: string): Problem =>
  new Problem('unavailable', `${new URL(url).host} did not give its document: ${why}.`, fix)
