import { asImported } from '../../domain/tool/hand-fields'
import type { Tool } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { isJsonObject } from '../../domain/value/json'
import type { ToolListing } from '../../ports/tool-servers'
import type { AppContext } from '../context'
import { listOf } from '../sources/read-source'

/** What a server lists, by the names that an import gives its tools. */
export type ListedTools = ReadonlyMap<string, readonly Tool[]>

/** A server's list, read as an import reads it: what is cleaned there is no change. */
export async function listedTools(
  { readFiles }: Pick<AppContext, 'readFiles'>,
  { tools }: ToolListing,
  signal: AbortSignal,
): Promise<ListedTools> {
  const files = [{ path: 'server.json', bytes: listOf('server', tools) }]
  const read = await readFiles('catalog', { files, options: { format: 'mcp' } }, signal)
  return Map.groupBy(read.tools, ({ name }) => name)
}

/** The name by which a server itself calls a tool, which an import may have cleaned. */
export function trueName({ source, name }: Tool): string {
  const written = isJsonObject(source.entry) ? source.entry.name : undefined
  return typeof written === 'string' ? written : name
}

/** Whether a server lists what the catalog holds of a tool as it was imported. */
export const isAsImported = (kept: Tool, listed: Tool): boolean =>
  reliedOn(asImported(kept)) === reliedOn(listed)

/** What who agreed to calls, and who asks for one, went by. */
const reliedOn = ({ name, description, parameters, annotations }: Tool): string | undefined =>
  canonical({ name, description, parameters, annotations })
