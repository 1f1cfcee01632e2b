import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { pathsOf } from '../catalog/data-files'
import { readMcpTool } from '../catalog/mcp-tool'
import type { ImportFormat } from '../import-format'
import { isObject } from '../reading/parse-json'
import { unpackFolder } from '../reading/source-file'
import {
  listFormat,
  listUnder,
  skipForeign,
  type EntryTarget,
  type ListFormat,
} from './list-format'
import { serverNamed, serverOfPath, serverParts } from './server-parts'

const TITLE = 'MCP tools/list'

const PAGES: ListFormat = {
  id: 'mcp',
  title: TITLE,
  entriesOf: listOfPage,
  partsOf: (value) => serverParts(value, isDefinition),
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
 * Results of MCP's `tools/list` (2025-11-25 and 2026-07-28): bare, in JSON-RPC envelopes, one or
 * several pages or servers a file, or a folder in one file as export writes it. The server is the
 * one that the file names, else the one named by hand, else the one that the file is named after.
 */
export const mcp: ImportFormat = {
  id: PAGES.id,
  title: PAGES.title,
  fileByFile: true,
  recognise(sources) {
    const unpacked = unpackFolder(sources)
    if (!unpacked) return files.recognise(sources)
    const { confidence, read } = folder.recognise(unpacked)
    return { confidence, read: (options) => ({ ...read(options), used: pathsOf(sources) }) }
  },
}

/**
 * The tools of one page: a `tools/list` result, bare or in its envelope. A message of another kind
 * holds none.
 */
function listOfPage(value: JsonValue): JsonValue[] | undefined {
  if (!isObject(value)) return undefined
  const page = isObject(value.result) ? value.result : value
  const isMessage = 'jsonrpc' in value || 'serverInfo' in page
  return listUnder(page, ['tools']) ?? (isMessage ? [] : undefined)
}

function addTool(entry: JsonObject, { where, server, tools }: EntryTarget): void {
  tools.add({ ...readMcpTool(entry), server: serverNamed(entry) ?? server, where })
}

const isDefinition = (entry: JsonValue): boolean =>
  isObject(entry) && 'name' in entry && 'inputSchema' in entry
