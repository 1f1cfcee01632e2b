import type { Annotations, JsonObject, JsonValue } from '../../domain/tool'
import type { ImportFormat } from '../import-format'
import { isObject } from '../reading/json-object'
import { unpackFolder } from '../reading/packed-folder'
import { listFormat, listUnder, skipForeign } from './list-format'
import type { EntryTarget, ListFormat } from './list-format'
import { serverNamed, serverOfPath, serverParts } from './mcp-server-name'

const TITLE = 'MCP tools/list'

/** MCP's behaviour hints and what we call them. */
const HINTS: [hint: string, name: keyof Annotations][] = [
  ['readOnlyHint', 'readOnly'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'openWorld'],
]

const PAGES: ListFormat = {
  id: 'mcp',
  title: TITLE,
  entriesOf: listOfPage,
  partsOf: serverParts,
  likeness: (entry) => (isObject(entry) && 'inputSchema' in entry && 'name' in entry ? 0.95 : 0),
  read(entry, target) {
    if (isObject(entry)) addTool(entry, target)
    else skipForeign(entry, target, TITLE)
  },
}
/** The name that export gave to a file is the server’s own. */
const named = (name: string) => ({ name, written: name })

const files = listFormat({ ...PAGES, serverOf: ({ path }) => serverOfPath(path) })
const folder = listFormat({ ...PAGES, serverOf: ({ path }) => named(path.replace(/\.json$/, '')) })

/**
 * Results of MCP's `tools/list` (2025-11-25 and 2026-07-28): bare, in JSON-RPC envelopes, one or several pages or servers
 * a file, or a folder in one file as export writes it. The server is the one that the file names, else the one named by
 * hand, else the one that the file is named after.
 */
export const mcp: ImportFormat = {
  id: PAGES.id,
  title: PAGES.title,
  recognise(sources) {
    const unpacked = unpackFolder(sources)
    return unpacked ? folder.recognise(unpacked) : files.recognise(sources)
  },
}

/** The tools of one page: a `tools/list` result, bare or in its envelope. A message of another kind holds none. */
function listOfPage(value: JsonValue): JsonValue[] | undefined {
  if (!isObject(value)) return undefined
  const page = isObject(value.result) ? value.result : value
  const isMessage = 'jsonrpc' in value || 'serverInfo' in page
  return listUnder(page, ['tools']) ?? (isMessage ? [] : undefined)
}

function addTool(entry: JsonObject, { where, server, tools }: EntryTarget): void {
  const written = isObject(entry.annotations) ? entry.annotations : {}
  const hints = HINTS.flatMap(([hint, name]) => {
    const value = written[hint]
    return typeof value === 'boolean' ? [[name, value] as const] : []
  })
  tools.add({
    name: entry.name,
    server: serverNamed(entry) ?? server,
    title: entry.title ?? written.title,
    description: entry.description,
    parameters: entry.inputSchema,
    response: entry.outputSchema,
    ...(hints.length > 0 && { annotations: Object.fromEntries(hints) }),
    entry,
    where,
  })
}
