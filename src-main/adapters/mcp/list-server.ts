import { basename } from 'node:path'
import type { Transport } from '@modelcontextprotocol/client'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import type { ListingCall, ToolListing, ToolServer } from '../../ports/tool-servers'
import type { MostBytes } from './child-transport'
import type { Listed, ListingLimits } from './list-tools'
import { withoutValues } from './without-values'

export const LISTING_LIMITS: ListingLimits = {
  ...{ pages: 200, tools: 50_000, bytes: { message: 32 << 20, all: 64 << 20 } },
  ...{ firstMs: 9_000, allMs: 60_000 },
}

/** Commands that may fetch a program before they start it, and the time that takes. */
const FETCHERS = new Set(['npx', 'bunx', 'pnpm', 'yarn', 'uvx', 'uv', 'pipx', 'docker', 'podman'])
const FETCHING_MS = 55_000

export interface How {
  /** Of this program, which servers are told. */
  version: string
  limits: ListingLimits
}

/** See {@link ToolServers.list}; reads and writes in the thread that asks. */
export async function listServer(
  server: ToolServer,
  call: ListingCall,
  { version, limits }: How,
): Promise<ToolListing> {
  const own = { ...limits, firstMs: Math.max(limits.firstMs, fetchingMs(server)) }
  const how = { version, limits: own }
  const first = await listOnce(server, call, how)
  if ('tools' in first) return written(first)
  const { askedNext } = await import('./list-tools')
  const next = askedNext(call.protocol, first.hasEnded)
  const second = next && (await listOnce(server, { ...call, ...next }, how))
  if (second && 'tools' in second) return written(second)
  throw (second ?? first).fault
}

const written = ({ tools, ...listed }: Listed): ToolListing => ({
  ...listed,
  tools: new TextEncoder().encode(JSON.stringify(tools)),
})

const fetchingMs = (server: ToolServer): number =>
  server.kind === 'stdio' && FETCHERS.has(basename(server.program).replace(/\.(cmd|exe)$/i, ''))
    ? FETCHING_MS
    : 0

/** A server that may speak another version than it was asked by. */
interface NotSpoken {
  fault: Problem
  hasEnded: boolean
}

async function listOnce(
  server: ToolServer,
  call: ListingCall,
  { version, limits }: How,
): Promise<Listed | NotSpoken> {
  const { listTools, OtherVersion, statusOf } = await import('./list-tools')
  const flood = new AbortController()
  const tooLong = AbortSignal.timeout(limits.allMs)
  const signal = AbortSignal.any([call.signal, tooLong, flood.signal])
  call.signal.throwIfAborted()
  const { transport, said } = await transportTo(server, limits.bytes, (error) => flood.abort(error))
  try {
    // A server that keeps a request open cannot hold on to this one.
    return await Promise.race([
      listTools(transport, { ...call, signal, version, limits }),
      rejectionOf(signal),
    ])
  } catch (error) {
    call.signal.throwIfAborted()
    const { ending, errorText } = said()
    const why: unknown = tooLong.aborted
      ? `it took longer than ${limits.allMs / 1000} s`
      : (ending ?? (flood.signal.aborted ? flood.signal.reason : error))
    const fault = failed(server, { why, status: statusOf(error), errorText, unsaid: call.unsaid })
    if (!(error instanceof OtherVersion)) throw fault
    return { fault, hasEnded: ending !== undefined }
  } finally {
    await transport.close().catch(() => undefined)
  }
}

const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

interface Reached {
  transport: Transport
  /** How its program ended, and what that wrote to its standard error. */
  said: () => { ending?: string | undefined; errorText: string }
}

async function transportTo(
  server: ToolServer,
  mostBytes: MostBytes,
  onFlood: (error: Error) => void,
): Promise<Reached> {
  if (server.kind === 'stdio') {
    const { childTransport } = await import('./child-transport')
    const transport = childTransport(server, mostBytes)
    return {
      transport,
      said: () => ({ ending: transport.ending(), errorText: transport.errorText() }),
    }
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const { guardedFetch } = await import('./guarded-fetch')
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.headers },
    fetch: guardedFetch(mostBytes, onFlood),
    redirectPolicy: 'same-origin',
  })
  return { transport, said: () => ({ errorText: '' }) }
}

/** Characters of what a server said that are shown. */
const SHOWN = 600

interface Failed {
  why: unknown
  /** Of HTTP. */
  status: number | undefined
  errorText: string
  unsaid: ListingCall['unsaid']
}

function failed(server: ToolServer, { why, status, errorText, unsaid = [] }: Failed): Problem {
  const told = withoutValues([...unsaid, ...valuesOf(server)])
  const who = server.kind === 'stdio' ? basename(server.program) : new URL(server.url).host
  const cause = short(told(why instanceof Error ? causeOf(why) : String(why)))
  if (status === 401 || status === 403) return wantsToken(who, status)
  const said = errorText ? ` On its standard error: ${short(told(errorText).slice(-SHOWN))}` : ''
  return new Problem(
    'unavailable',
    `${who} did not list its tools: ${cause}.${said}`,
    server.kind === 'stdio'
      ? 'Run its command by hand to see what it lacks: often a variable, a folder, or a first download that takes long.'
      : 'Check the address, and whether it wants a token: name the variable that holds it in a header.',
  )
}

const wantsToken = (who: string, status: number): Problem =>
  new Problem(
    'unavailable',
    `${who} did not list its tools: it wants to know who asks (HTTP ${status}).`,
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
