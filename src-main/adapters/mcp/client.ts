import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { Speaking } from './speaking'

/** A server of the time before may answer no question that it does not know: it is greeted then. */
const PROBE_MS = 10_000

/** The version in which nobody is greeted any more. */
const STATELESS = '2026-07-28'
/** The last version in which one is. */
const GREETED = '2025-11-25'

/**
 * A client that offers a server nothing, connected; closing it is left to who made its transport.
 * @param onChanged told when the server says that its list is another now; left out: it is not asked to say so
 */
export async function connectedClient(
  { reached, limits, version, protocol, signal }: Speaking,
  onChanged?: () => void,
): Promise<Client> {
  const probeMs = Math.min(PROBE_MS, limits.firstMs / 2)
  const client = new Client(
    { name: 'pegboard', version },
    {
      versionNegotiation: { mode: modeOf(protocol), probe: { timeoutMs: probeMs } },
      inputRequired: { autoFulfill: false },
      ...(onChanged && {
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
      }),
    },
  )
  await client
    .connect(reached.transport, { signal, timeout: limits.firstMs - probeMs })
    .catch((error: unknown) => {
      throw isOfVersion(error) ? new OtherVersion(error.message, { cause: error.cause }) : error
    })
  return client
}

/** What is known of a server spares it the question which version it speaks. */
function modeOf(protocol: string | undefined): VersionNegotiationMode {
  if (protocol === undefined) return 'auto'
  return protocol >= STATELESS ? { pin: STATELESS } : 'legacy'
}

/** A server could not be spoken to in the version that it was asked by: it may speak another. */
export class OtherVersion extends Error {}

/** What a server over HTTP answered with, where that was no success. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof SdkHttpError ? error.status : undefined

/** Of what was asked, not of who asks. */
const isRefusal = (status = 0): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403

const isOfVersion = (error: unknown): error is Error =>
  error instanceof ProtocolError ||
  isRefusal(statusOf(error)) ||
  (error instanceof SdkError &&
    [SdkErrorCode.EraNegotiationFailed, SdkErrorCode.MethodNotSupportedByProtocolVersion].includes(
      error.code,
    ))

/** @param hasEnded whether its program ended: some do at the first question that they do not know */
export function askedNext(
  protocol: string | undefined,
  hasEnded: boolean,
): { protocol: string | undefined } | undefined {
  if (hasEnded) return protocol === GREETED ? undefined : { protocol: GREETED }
  return protocol === undefined ? undefined : { protocol: undefined }
}
