import { plainText } from '../domain/value/plain-text'

/** Characters of what a server said that are shown. */
export const SHOWN = 600

/**
 * Why a request failed: it took too long, the address was not reached, it sent too much, or what
 * the server or its library says.
 */
export interface Cause {
  why: string
  of?: 'time' | 'network' | 'flood'
}

const LATE = 'it did not answer in time'

/** As browsers and Node have it for ports of other services. */
const BAD_PORT = 'its port is one that no request is sent to'

/** What the network says, by its codes. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host, or no network',
  ECONNRESET: 'it broke off',
  ETIMEDOUT: LATE,
  UND_ERR_CONNECT_TIMEOUT: LATE,
  UND_ERR_HEADERS_TIMEOUT: LATE,
  UND_ERR_BODY_TIMEOUT: LATE,
}

/** Of a failed request, what the network said lies deepest. */
export function causeOf(error: unknown): Cause {
  if (!(error instanceof Error)) return { why: String(error) }
  const { cause, code = '' } = error as NodeJS.ErrnoException
  const known = NETWORK[code]
  if (known !== undefined) return { why: known, of: known === LATE ? 'time' : 'network' }
  if (error.message === 'bad port') return { why: BAD_PORT, of: 'network' }
  const inner = cause instanceof Error ? causeOf(cause) : { why: '' }
  if (inner.of !== undefined) return inner
  const message = error.message.replace(/\.$/, '')
  return {
    why: inner.why === '' || message.includes(inner.why) ? message : `${message}: ${inner.why}`,
  }
}

export const short = (text: string): string => {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

/** Shorter ones, such as `1` or `en`, are no secrets, and stand in many words. */
const SHORTEST = 4

/**
 * Texts in which none of the values stands that a server was given: what it says may hold them. Of
 * a header such as `Bearer 1a2b` the words are taken out as well.
 */
export function withoutValues(values: readonly string[]): (text: string) => string {
  const words = values.flatMap((value) => [value, value.trim(), ...value.trim().split(/\s+/)])
  const known = [...new Set(words)].filter(
    (word) => word.length >= SHORTEST && !/^(bearer|basic|token)$/i.test(word),
  )
  // Of two that begin alike, the longer one.
  const longest = known.sort((one, other) => other.length - one.length)
  return (text) => longest.reduce((left, word) => left.replaceAll(word, '•••'), text)
}
