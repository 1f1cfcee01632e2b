import type { Annotations, JsonObject } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { fieldsBeside, type ToolEntry } from './collect-tools'

/** MCP's behaviour hints and what we call them. */
const HINTS: [hint: string, name: keyof Annotations][] = [
  ['readOnlyHint', 'readOnly'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'openWorld'],
]

/** Fields of MCP's tools, those that say nothing for a search included, and what names a server. */
const KNOWN = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'input_schema',
  'outputSchema',
  'annotations',
  'icons',
  'execution',
  '_meta',
  'meta',
  'server',
  'serverName',
  'server_name',
  'serverInfo',
  'server_info',
  'mcpServer',
  'mcp_server',
])

/** A tool as MCP's `tools/list` writes it. Collectors in Python say `input_schema`. */
export function readMcpTool(entry: JsonObject): Omit<ToolEntry, 'server' | 'where'> {
  const written = isObject(entry.annotations) ? entry.annotations : {}
  const hints = HINTS.flatMap(([hint, name]) => {
    const value = written[hint]
    return typeof value === 'boolean' ? [[name, value] as const] : []
  })
  return {
    name: entry.name,
    title: entry.title ?? written.title,
    description: entry.description,
    parameters: entry.inputSchema ?? entry.input_schema,
    response: entry.outputSchema,
    unknownFields: fieldsBeside(entry, KNOWN),
    ...(hints.length > 0 && { annotations: Object.fromEntries(hints) }),
    entry,
  }
}
