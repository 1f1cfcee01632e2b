import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { JsonValue } from '../../domain/tool/tool'
import type { ListingCall, ToolListing } from '../../ports/tool-servers'
import type { MostBytes } from './child-transport'

/** What is taken of one server. */
export interface ListingLimits {
  pages: number
  tools: number
  /** Of one message, which is read in one go, and of all that it sends. */
  bytes: MostBytes
  /** Until its first answer. */
  firstMs: number
  /** For everything. */
  allMs: number
}

/** A server of the time before may answer no question that it does not know: it is greeted then. */
const PROBE_MS = 10_000

/** The version in which nobody is greeted any more. */
const STATELESS = '2026-07-28'
/** The last version in which one is. */
const GREETED = '2025-11-25'

/** Entries are taken as they are: reading them is the import’s. */
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })

/** A listing with its tools as they are. */
export interface Listed extends Omit<ToolListing, 'tools'> {
  tools: JsonValue[]
}

interface ListedHow extends ListingCall {
  limits: ListingLimits
  /** What the program is called to the server. */
  version: string
}

/** Speaks to a server over a transport that was not started yet, reads its tools, and leaves closing it to who made it. */
export async function listTools(
  transport: Transport,
  { limits, version, protocol, signal, onTools }: ListedHow,
): Promise<Listed> {
  const probeMs = Math.min(PROBE_MS, limits.firstMs / 2)
  const client = new Client(
    { name: 'pegboard', version },
    {
      versionNegotiation: {
        mode: modeOf(protocol),
        probe: { timeoutMs: probeMs },
      },
    },
  )
  await client
    .connect(transport, { signal, timeout: limits.firstMs - probeMs })
    .catch((error: unknown) => {
      throw isOfVersion(error) ? new OtherVersion(error.message, { cause: error.cause }) : error
    })
  const tools: JsonValue[] = []
  const listing = (incomplete?: string): Listed => ({
    tools,
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    ...(incomplete !== undefined && { incomplete }),
  })
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      Page,
      { signal, timeout: limits.allMs },
    )
    for (const tool of page.tools) tools.push(tool as JsonValue)
    onTools?.(tools.length)
    if (tools.length > limits.tools) {
      tools.length = limits.tools
      return listing(`it lists more than ${limits.tools.toLocaleString('en')} tools`)
    }
    if (page.nextCursor === undefined || page.nextCursor === null || page.nextCursor === '') break
    if (seen.has(page.nextCursor)) return listing('its pages go round in circles')
    if (pages === limits.pages) return listing(`it lists more than ${limits.pages} pages`)
    cursor = page.nextCursor
    seen.add(cursor)
  }
  return listing()
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
