import {
  Client,
  SdkError,
  SdkErrorCode,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { JsonValue } from '../../domain/tool/tool'
import type { ListingCall, ToolListing } from '../../ports/tool-servers'

/** What is taken of one server. */
export interface ListingLimits {
  pages: number
  tools: number
  /** Of all that it sends. */
  bytes: number
  /** Until its first answer. */
  firstMs: number
  /** For everything. */
  allMs: number
}

/** A server of the time before answers no question that it does not know, or not before it was greeted: it is greeted then. */
const PROBE_MS = 3_000

/** The version in which nobody is greeted any more. */
const STATELESS = '2026-07-28'

/** Entries are taken as they are: reading them is the import’s. */
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })

interface ListedHow extends ListingCall {
  limits: ListingLimits
  /** What the program is called to the server. */
  version: string
}

/** Speaks to a server over a transport that was not started yet, reads its tools, and leaves closing it to who made it. */
export async function listTools(
  transport: Transport,
  { limits, version, protocol, signal, onTools }: ListedHow,
): Promise<ToolListing> {
  const client = new Client(
    { name: 'pegboard', version },
    {
      versionNegotiation: {
        mode: modeOf(protocol),
        probe: { timeoutMs: Math.min(PROBE_MS, limits.firstMs / 2) },
      },
    },
  )
  await client.connect(transport, { signal, timeout: limits.firstMs })
  const tools: JsonValue[] = []
  const listing = (incomplete?: string): ToolListing => ({
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
    tools.push(...(page.tools as JsonValue[]))
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

/** Whether a server does not speak the version that it was asked by: it may have changed since. */
export const isOtherVersion = (error: unknown): boolean =>
  error instanceof SdkError &&
  [SdkErrorCode.EraNegotiationFailed, SdkErrorCode.MethodNotSupportedByProtocolVersion].includes(
    error.code as SdkErrorCode,
  )
