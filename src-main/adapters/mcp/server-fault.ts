import { basename } from 'node:path'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import type { ToolServer } from '../../ports/tool-servers'
import { withoutValues } from './without-values'

/** Characters of what a server said that are shown. */
const SHOWN = 600

interface Failed {
  /** What it did not do: “did not list its tools”. */
  failed: string
  why: unknown
  /** Of HTTP. */
  status?: number | undefined
  errorText: string
  unsaid: readonly string[] | undefined
  /** What to do about it, where that is known better than here. */
  fix?: string
}

/** What is told of a server that failed: without the values it was given, and bounded. */
export function serverFault(
  server: ToolServer,
  { failed, why, status, errorText, unsaid = [], fix }: Failed,
): Problem {
  const told = withoutValues([...unsaid, ...valuesOf(server)])
  const who = server.kind === 'stdio' ? basename(server.program) : new URL(server.url).host
  const cause = short(told(why instanceof Error ? causeOf(why) : String(why)))
  if (status === 401 || status === 403) return wantsToken(who, failed, status)
  const said = errorText ? ` On its standard error: ${short(told(errorText).slice(-SHOWN))}` : ''
  return new Problem('unavailable', `${who} ${failed}: ${cause}.${said}`, fix ?? FIXES[server.kind])
}

const FIXES = {
  stdio:
    'Run its command by hand to see what it lacks: often a variable, a folder, or a first download that takes long.',
  http: 'Check the address, and whether it wants a token: name the variable that holds it in a header.',
}

const wantsToken = (who: string, failed: string, status: number): Problem =>
  new Problem(
    'unavailable',
    `${who} ${failed}: it wants to know who asks (HTTP ${status}).`,
    'Send a header that names the variable which holds its token, such as Authorization: Bearer ${TOKEN}.',
  )

const valuesOf = (server: ToolServer): string[] =>
  Object.values(server.kind === 'stdio' ? server.variables : server.headers)

/** What the network says, by its codes. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host, or no network',
  ECONNRESET: 'it broke off',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
}

/** Of a failed request, what the network said lies deepest. */
function causeOf(error: Error): string {
  const { cause, code = '' } = error as NodeJS.ErrnoException
  const known = NETWORK[code]
  if (known !== undefined) return known
  const inner = cause instanceof Error ? causeOf(cause) : ''
  if (Object.values(NETWORK).includes(inner)) return inner
  const message = error.message.replace(/\.$/, '')
  return inner === '' || message.includes(inner) ? message : `${message}: ${inner}`
}

const short = (text: string): string => {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
