import { basename } from 'node:path'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import type { ToolServer } from '../../ports/tool-servers'

/** Characters of what a server said that are shown. */
const SHOWN = 600

/**
 * Why a request failed: it took too long, the address was not reached, it sent too much, or what
 * the server or its library says.
 */
export interface Cause {
  why: string
  of?: 'time' | 'network' | 'flood'
}

interface Failed extends Cause {
  /** What it did not do: “did not list its tools”. */
  failed: string
  /** Of HTTP. */
  status?: number | undefined
  errorText: string
  unsaid: readonly string[] | undefined
  /** What to do about it, where that is known better than here. */
  fix?: string | undefined
}

/** What is told of a server that failed: without the values it was given, and bounded. */
export function serverFault(
  server: ToolServer,
  { failed, why, of, status, errorText, unsaid = [], fix }: Failed,
): Problem {
  const told = withoutValues([...unsaid, ...valuesOf(server)])
  const who = nameOf(server)
  if (status === 401 || status === 403) return wantsToken(who, failed, status)
  const said = errorText ? ` On its standard error: ${short(told(errorText).slice(-SHOWN))}` : ''
  return new Problem(
    'unavailable',
    `${who} ${failed}: ${short(told(why))}.${said}`,
    fix ?? FIXES[server.kind][of ?? 'else'],
  )
}

const nameOf = (server: ToolServer): string =>
  server.kind === 'stdio' ? basename(server.program) : new URL(server.url).host

const BY_HAND =
  'Run its command by hand to see what it lacks: often a variable, a folder, or a first download that takes long.'
const ADDRESS = 'Check the address, and whether an MCP server answers there.'
const MAINTAINER = 'Whoever maintains the server can mend that.'

const FIXES = {
  stdio: { time: BY_HAND, network: BY_HAND, flood: `It was ended. ${MAINTAINER}`, else: BY_HAND },
  http: {
    time: 'Try again: some servers are slow to wake up. Where that does not help, see what the server itself says.',
    network: ADDRESS,
    flood: `It is asked no more. ${MAINTAINER}`,
    else: ADDRESS,
  },
}

const wantsToken = (who: string, failed: string, status: number): Problem =>
  new Problem(
    'unavailable',
    `${who} ${failed}: it wants to know who asks (HTTP ${status}).`,
    'Send a header that names the variable which holds its token, such as Authorization: Bearer ${TOKEN}.',
  )

const valuesOf = (server: ToolServer): string[] =>
  Object.values(server.kind === 'stdio' ? server.variables : server.headers)

const LATE = 'it did not answer in time'

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
  const inner = cause instanceof Error ? causeOf(cause) : { why: '' }
  if (inner.of !== undefined) return inner
  const message = error.message.replace(/\.$/, '')
  return {
    why: inner.why === '' || message.includes(inner.why) ? message : `${message}: ${inner.why}`,
  }
}

const short = (text: string): string => {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

/** Shorter ones, such as `1` or `en`, are no secrets, and stand in many words. */
const SHORTEST = 4

/**
 * Texts in which none of the values stands that a server was given: what it says may hold them. Of
 * a header such as `Bearer 1a2b` the words are taken out as well.
 */
function withoutValues(values: readonly string[]): (text: string) => string {
  const words = values.flatMap((value) => [value, value.trim(), ...value.trim().split(/\s+/)])
  const known = [...new Set(words)].filter(
    (word) => word.length >= SHORTEST && !/^(bearer|basic|token)$/i.test(word),
  )
  // Of two that begin alike, the longer one.
  const longest = known.sort((one, other) => other.length - one.length)
  return (text) => longest.reduce((left, word) => left.replaceAll(word, '•••'), text)
}
