import type { ListingCall, ToolServer } from '../../ports/tool-servers'
import { withoutValues } from '../network-fault'
import { guardServer, type Guard } from './guard'
import type { How } from './limits'
import { ServerFailed } from './server-failed'
import { serverFault } from './server-fault'
import { GREETED, nextQuestion } from './versions'

export interface Opening {
  how: How
  /** The entry of threads that speak to servers; left out: the thread that asks does. */
  threadFile: string | undefined
}

interface OpeningCall extends Omit<ListingCall, 'onTools'> {
  /** What it did not do where it fails: “did not list its tools”. */
  failed: string
}

/**
 * Starts or asks a server, by another version of the protocol where it does not speak the one
 * expected, and leaves it open.
 * @throws Problem `unavailable`, or the signal’s reason.
 */
export async function openServer(
  server: ToolServer,
  { signal, protocol, unsaid, onWaiting, failed }: OpeningCall,
  { how, threadFile }: Opening,
): Promise<Guard> {
  const opened = async (by: string | undefined, old?: How): Promise<Guard> => {
    signal.throwIfAborted()
    const isOld = old !== undefined
    const guard = guardServer({ server, protocol: by, isOld, how: old ?? how, threadFile })
    await guard.connect({ signal, onWaiting })
    return guard
  }
  const told = { server, failed, unsaid }
  /** What to do where the old transport is spoken at the usual place beside an address. */
  const oldElsewhere = async (): Promise<string | undefined> => {
    const url = server.kind === 'http' ? new URL('sse', server.url).href : ''
    if (server.kind !== 'http' || url === server.url) return undefined
    const limits = { ...how.limits, firstMs: Math.min(how.limits.firstMs, BESIDE_MS) }
    const beside = { ...server, url, headers: {} }
    const task = { server: beside, protocol: GREETED, isOld: true, threadFile }
    const guard = guardServer({ ...task, how: { ...how, limits } })
    const speaks = await guard.connect({ signal }).then(() => true, isOldFault)
    await guard.end()
    return speaks
      ? `The old transport (server-sent events) is spoken at ${withoutValues(unsaid ?? [])(url)}: use that.`
      : undefined
  }
  /** A server that refuses messages where it is may speak as before streamable HTTP. */
  const openedOld = async (refused: unknown): Promise<Guard> => {
    if (!isRefused(server, refused)) throw problemOf(refused, told)
    try {
      const firstMs = Math.min(how.limits.firstMs, OLD_FIRST_MS)
      return await opened(GREETED, { ...how, limits: { ...how.limits, firstMs } })
    } catch (error) {
      if (isOldFault(error) || signal.aborted) throw problemOf(error, told)
      throw problemOf(refused, { ...told, fix: await oldElsewhere() })
    }
  }
  try {
    return await opened(protocol)
  } catch (error) {
    if (!(error instanceof ServerFailed) || !error.fault.isOfVersion) throw problemOf(error, told)
    const next = nextQuestion(protocol, error.fault.hasEnded)
    if (!next) return openedOld(error)
    try {
      return await opened(next.protocol)
    } catch (second) {
      return openedOld(second)
    }
  }
}

/** For a server to say where it takes messages, in the transport of before. */
const OLD_FIRST_MS = 15_000

/** The same, beside an address that was given. */
const BESIDE_MS = 3_000

const isOldFault = (error: unknown): boolean =>
  error instanceof ServerFailed && error.fault.isOld === true

const isRefused = ({ kind }: ToolServer, error: unknown): boolean =>
  kind === 'http' &&
  error instanceof ServerFailed &&
  [400, 404, 405].includes(error.fault.odd?.status ?? 0)

interface FailedRequest {
  server: ToolServer
  failed: string
  unsaid: readonly string[] | undefined
  fix?: string | undefined
}

/** What is told of a server that failed; any other error is given back as it is. */
export const problemOf = (error: unknown, { server, ...told }: FailedRequest): unknown =>
  error instanceof ServerFailed ? serverFault(server, { ...told, ...error.fault }) : error
