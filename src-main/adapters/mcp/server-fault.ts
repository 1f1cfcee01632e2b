import { basename } from 'node:path'
import { Problem } from '../../domain/problem'
import type { ToolServer } from '../../ports/tool-servers'
import { short, SHOWN, withoutValues, type Cause } from '../network-fault'

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
