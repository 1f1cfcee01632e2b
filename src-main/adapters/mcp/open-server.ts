import type { ListingCall, ToolServer } from '../../ports/tool-servers'
import { guardServer, type Guard } from './guard'
import type { How } from './limits'
import { ServerFailed } from './server-failed'
import { serverFault } from './server-fault'
import { nextQuestion } from './versions'

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
  const opened = async (by: string | undefined): Promise<Guard> => {
    signal.throwIfAborted()
    const guard = guardServer({ server, protocol: by, how, threadFile })
    await guard.connect({ signal, onWaiting })
    return guard
  }
  const told = { server, failed, unsaid }
  try {
    return await opened(protocol)
  } catch (error) {
    if (!(error instanceof ServerFailed) || !error.fault.isOfVersion) throw problemOf(error, told)
    const next = nextQuestion(protocol, error.fault.hasEnded)
    if (!next) throw problemOf(error, told)
    try {
      return await opened(next.protocol)
    } catch (second) {
      throw problemOf(second, told)
    }
  }
}

interface FailedRequest {
  server: ToolServer
  failed: string
  unsaid: readonly string[] | undefined
  fix?: string | undefined
}

/** What is told of a server that failed; any other error is given back as it is. */
export const problemOf = (error: unknown, { server, ...told }: FailedRequest): unknown =>
  error instanceof ServerFailed ? serverFault(server, { ...told, ...error.fault }) : error
