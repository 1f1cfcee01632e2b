import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { STATELESS } from './versions'

export const CLIENT = (version: string) => ({ name: 'pegboard', version })

/**
 * Time is kept by who asks the thread that speaks to a server: the client’s own limits never come
 * first.
 */
export const NO_LIMIT_MS = 24 * 3_600_000

interface Connecting {
  /** Of this program, which servers are told. */
  version: string
  /** What the server is known to speak. */
  protocol: string | undefined
  signal: AbortSignal
}

/**
 * A client that offers a server nothing, connected; closing it is left to who made its transport.
 */
export async function connectedClient(
  transport: Transport,
  { version, protocol, signal }: Connecting,
): Promise<Client> {
  const client = new Client(CLIENT(version), {
    versionNegotiation: { mode: modeOf(protocol), probe: { timeoutMs: NO_LIMIT_MS } },
    inputRequired: { autoFulfill: false },
  })
  await client.connect(transport, { signal, timeout: NO_LIMIT_MS })
  return client
}

/** What is known of a server spares it the question which version it speaks. */
function modeOf(protocol: string | undefined): VersionNegotiationMode {
  if (protocol === undefined) return 'auto'
  return protocol >= STATELESS ? { pin: STATELESS } : 'legacy'
}

/** What a server over HTTP answered with, where that was no success. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof SdkHttpError ? error.status : undefined

/** Of what was asked, not of who asks. */
const isRefusal = (status = 0): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403

/**
 * Whether a server could not be connected by the version that it was asked by: it may speak
 * another.
 */
export const isOfVersion = (error: unknown): boolean =>
  error instanceof ProtocolError ||
  isRefusal(statusOf(error)) ||
  (error instanceof SdkError &&
    [SdkErrorCode.EraNegotiationFailed, SdkErrorCode.MethodNotSupportedByProtocolVersion].includes(
      error.code,
    ))

/** Reasons of one request, after which the server can be asked on. */
const REASONS = new Map<string, string>([
  [SdkErrorCode.UnsupportedResultType, 'it asks for more, which nobody here can give'],
  [SdkErrorCode.InvalidResult, 'its answer is none that the protocol knows'],
])

export const reasonOf = (error: unknown): string | undefined =>
  error instanceof SdkError ? REASONS.get(error.code) : undefined

/** Whether a request failed by itself, and not by the way to the server. */
export const isOfRequest = (error: unknown): boolean =>
  error instanceof ProtocolError || reasonOf(error) !== undefined
