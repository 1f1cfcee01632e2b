import { basename } from 'node:path'
import type { Problem } from '../../domain/problem'
import type { ListingCall, ToolServer } from '../../ports/tool-servers'
import { serverFault } from './server-fault'
import { rejectionOf, transportTo, type ServerTransport } from './server-transport'
import type { How, Speaking } from './speaking'

/** Commands that may fetch a program before they start it, and the time that takes. */
const FETCHERS = new Set(['npx', 'bunx', 'pnpm', 'yarn', 'uvx', 'uv', 'pipx', 'docker', 'podman'])
const FETCHING_MS = 55_000

interface Asked {
  call: Pick<ListingCall, 'signal' | 'protocol' | 'unsaid'>
  how: How
  /** What it did not do where it fails: “did not list its tools”. */
  failed: string
}

interface Spoken<Result> {
  result: Result
  reached: ServerTransport
}

/**
 * Starts or asks a server for some work, by another version of the protocol where it does not speak the one expected. Where the work
 * is done, the transport is left open to whoever asked. @throws Problem `unavailable`.
 */
export async function speak<Result>(
  server: ToolServer,
  { call, how, failed }: Asked,
  work: (speaking: Speaking) => Promise<Result>,
): Promise<Spoken<Result>> {
  const firstMs = Math.max(how.limits.firstMs, fetchingMs(server))
  const asked = { call, failed, how: { ...how, limits: { ...how.limits, firstMs } } }
  const first = await speakOnce(server, asked, work)
  if ('result' in first) return first
  const { askedNext } = await import('./client')
  const next = askedNext(call.protocol, first.hasEnded)
  const second = next && (await speakOnce(server, { ...asked, call: { ...call, ...next } }, work))
  if (second && 'result' in second) return second
  throw (second ?? first).fault
}

const fetchingMs = (server: ToolServer): number =>
  server.kind === 'stdio' && FETCHERS.has(basename(server.program).replace(/\.(cmd|exe)$/i, ''))
    ? FETCHING_MS
    : 0

/** A server that may speak another version than it was asked by. */
interface NotSpoken {
  fault: Problem
  hasEnded: boolean
}

async function speakOnce<Result>(
  server: ToolServer,
  { call, how, failed }: Asked,
  work: (speaking: Speaking) => Promise<Result>,
): Promise<Spoken<Result> | NotSpoken> {
  const { OtherVersion, statusOf } = await import('./client')
  const { limits } = how
  const tooLong = AbortSignal.timeout(limits.allMs)
  call.signal.throwIfAborted()
  const reached = await transportTo(server, limits.bytes)
  const signal = AbortSignal.any([call.signal, tooLong, reached.flood])
  try {
    const speaking = { ...how, reached, protocol: call.protocol, signal }
    // A server that keeps a request open cannot hold on to this one.
    return { reached, result: await Promise.race([work(speaking), rejectionOf(signal)]) }
  } catch (error) {
    const { ending, errorText } = reached.said()
    await reached.transport.close().catch(() => undefined)
    call.signal.throwIfAborted()
    const why = tooLong.aborted
      ? `it took longer than ${limits.allMs / 1000} s`
      : (ending ?? floodOr(reached, error))
    const fault = serverFault(server, {
      ...{ failed, why, status: statusOf(error), errorText, unsaid: call.unsaid },
    })
    if (!(error instanceof OtherVersion)) throw fault
    return { fault, hasEnded: ending !== undefined }
  }
}

/** Why a request failed: what was sent too much comes before what came of it. */
export const floodOr = ({ flood }: ServerTransport, error: unknown): unknown =>
  flood.aborted ? flood.reason : error
