import { basename } from 'node:path'
import { Problem } from '../../domain/problem'
import type { ToolServer } from '../../ports/tool-servers'
import { short, SHOWN, withoutValues, type Cause } from '../network-fault'
import { oddAnswerText, type OddAnswer } from './odd-answer'

interface Failed extends Cause {
  /** What it did not do: “did not list its tools”. */
  failed: string
  /** What an address answered instead. */
  odd?: OddAnswer | undefined
  /** It speaks as before streamable HTTP alone. */
  isOld?: boolean | undefined
  errorText: string
  unsaid: readonly string[] | undefined
  /** What to do about it, where that is known better than here. */
  fix?: string | undefined
}

/** What is told of a server that failed: without the values it was given, and bounded. */
export function serverFault(
  server: ToolServer,
  { failed, why, of, odd, isOld, errorText, unsaid = [], fix }: Failed,
): Problem {
  const told = withoutValues([...unsaid, ...valuesOf(server)])
  const who = nameOf(server)
  const reason = odd ? oddAnswerText(odd, told) : why
  const old = isOld ? `${OLD}, where ` : ''
  const said = errorText ? ` On its standard error: ${short(told(errorText).slice(-SHOWN))}` : ''
  return new Problem(
    odd?.wantsSignIn ? 'asks-sign-in' : 'unavailable',
    `${who} ${failed}: ${old}${short(told(reason))}.${said}`,
    fix ?? (odd ? fixOf(odd) : FIXES[server.kind][of ?? 'else']),
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

const OLD = 'it speaks the old transport (server-sent events) alone'

const TOKEN =
  'end a header that names the variable which holds its token, such as Authorization: Bearer ${TOKEN}.'

export const SEND_TOKEN = `S${TOKEN}`

function fixOf({ status, wantsSignIn, to }: OddAnswer): string {
  if (wantsSignIn) return `Sign in: pegboard sources sign-in NAME. Or s${TOKEN}`
  if (status === 401) return SEND_TOKEN
  if (status === 403) {
    return `See what it says. Where it does not know who asks, s${TOKEN}`
  }
  if (to !== undefined) return 'Use that address instead, if it is what you expect.'
  return status >= 500 ? `Try again later. ${MAINTAINER}` : ADDRESS
}

const valuesOf = (server: ToolServer): string[] =>
  Object.values(server.kind === 'stdio' ? server.variables : server.headers)
