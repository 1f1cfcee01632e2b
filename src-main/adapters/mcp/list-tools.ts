import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { JsonValue } from '../../domain/tool/tool'
import type { ToolListing } from '../../ports/tool-servers'
import { NO_LIMIT_MS } from './client'
import type { ListingLimits } from './limits'

/** Entries are taken as they are: reading them is the import’s. */
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })

/** A listing with its tools as they are. */
interface Listed extends Omit<ToolListing, 'tools'> {
  tools: JsonValue[]
}

interface Reading {
  limits: ListingLimits
  signal: AbortSignal
  onTools: (count: number) => void
}

/** All pages of a server's list, within bounds. */
export async function readTools(
  client: Client,
  { limits, signal, onTools }: Reading,
): Promise<Listed> {
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
      { signal, timeout: NO_LIMIT_MS },
    )
    for (const tool of page.tools) tools.push(tool as JsonValue)
    onTools(tools.length)
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

/** A listing as it travels. */
export const written = ({ tools, ...listed }: Listed): ToolListing => ({
  ...listed,
  tools: new TextEncoder().encode(JSON.stringify(tools)),
})
