import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path'
import type { Transport } from '@modelcontextprotocol/client'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import type { ListingCall, ToolListing, ToolServer, ToolServers } from '../../ports/tool-servers'
import type { ListingLimits } from './list-tools'

export const LISTING_LIMITS: ListingLimits = {
  ...{ pages: 200, tools: 50_000, bytes: 64 << 20 },
  ...{ firstMs: 9_000, allMs: 60_000 },
}

/** Commands that may fetch a program before they start it, and the time that takes. */
const FETCHERS = new Set(['npx', 'bunx', 'pnpm', 'yarn', 'uvx', 'uv', 'pipx', 'docker', 'podman'])
const FETCHING_MS = 55_000

/** Servers that speak MCP. @param version of this program, which servers are told */
export function mcpServers(version: string, limits: ListingLimits = LISTING_LIMITS): ToolServers {
  return {
    program: findProgram,
    async list(server, call) {
      const { isOtherVersion } = await import('./list-tools')
      const own = { ...limits, firstMs: Math.max(limits.firstMs, fetchingMs(server)) }
      try {
        return await listOnce(server, call, { version, limits: own })
      } catch (error) {
        call.signal.throwIfAborted()
        if (call.protocol === undefined || !isOtherVersion(error)) throw error
        return listOnce(server, { ...call, protocol: undefined }, { version, limits: own })
      }
    },
  }
}

const fetchingMs = (server: ToolServer): number =>
  server.kind === 'stdio' && FETCHERS.has(basename(server.program).replace(/\.(cmd|exe)$/i, ''))
    ? FETCHING_MS
    : 0

interface How {
  version: string
  limits: ListingLimits
}

async function listOnce(
  server: ToolServer,
  call: ListingCall,
  { version, limits }: How,
): Promise<ToolListing> {
  const { listTools } = await import('./list-tools')
  const flood = new AbortController()
  const tooLong = AbortSignal.timeout(limits.allMs)
  const signal = AbortSignal.any([call.signal, tooLong, flood.signal])
  const { transport, said } = await transportTo(server, limits.bytes, (error) => flood.abort(error))
  try {
    // A server that keeps a request open cannot hold on to this one.
    return await Promise.race([
      listTools(transport, { ...call, signal, version, limits }),
      rejectionOf(signal),
    ])
  } catch (error) {
    call.signal.throwIfAborted()
    const { isOtherVersion } = await import('./list-tools')
    if (call.protocol !== undefined && isOtherVersion(error)) throw error
    const why = tooLong.aborted
      ? `it took longer than ${limits.allMs / 1000} s`
      : (said().ending ?? (flood.signal.aborted ? flood.signal.reason : error))
    throw failed(server, why, said().errorText)
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
  mostBytes: number,
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

function failed(server: ToolServer, why: unknown, errorText: string): Problem {
  const who = server.kind === 'stdio' ? basename(server.program) : new URL(server.url).host
  const cause = short(why instanceof Error ? causeOf(why) : String(why))
  const said = errorText ? ` On its standard error: ${short(errorText.slice(-SHOWN))}` : ''
  return new Problem(
    'unavailable',
    `${who} did not list its tools: ${cause}.${said}`,
    server.kind === 'stdio'
      ? 'Run its command by hand to see what it lacks: often a variable, a folder, or a first download that takes long.'
      : 'Check the address, and whether it wants a token: name the variable that holds it in a header.',
  )
}

/** Of a failed request, what the network said lies deeper. */
function causeOf(error: Error): string {
  const { cause } = error
  const inner = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return `${error.message.replace(/\.$/, '')}${inner}`
}

const short = (text: string): string => {
  const line = plainText(text.replace(/\s+/g, ' ').trim())
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']

/** Looks a command up as a shell would, without one. */
async function findProgram(command: string, cwd: string): Promise<string> {
  const isPath = /[\\/]/.test(command)
  const folders = isPath ? [''] : (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const written = `${command}${ending}`
      const path = isPath ? resolve(cwd, written) : join(folder, written)
      if (isAbsolute(path) && (await isProgram(path))) return path
    }
  }
  throw new Problem(
    'not-found',
    isPath
      ? `There is no program ${resolve(cwd, command)}.`
      : `There is no program “${plainText(command)}” on this machine.`,
    'Install it, or write the whole path of the command.',
  )
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
