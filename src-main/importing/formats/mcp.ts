import type { JsonObject, JsonValue } from '../../domain/tool/tool'
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
  type ListPart,
  type NamedByPlace,
} from './list-format'

const TITLE = 'MCP tools/list'

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
 * Results of MCP's `tools/list` (2025-11-25 and 2026-07-28): bare, in JSON-RPC envelopes, one or
 * several pages or servers a file, or a folder in one file as export writes it. The server is the
 * one that the file names, else the one named by hand, else the one that the file is named after.
 */
export const mcp: ImportFormat = {
  id: PAGES.id,
  title: PAGES.title,
  recognise(sources) {
    const unpacked = unpackFolder(sources)
    return unpacked ? folder.recognise(unpacked) : files.recognise(sources)
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

/**
 * Words at the end of a file's name that say what is in it, not whose it is: words of their own,
 * unlike the end of `devtools`. A run of marks is looked at from its beginning alone: from each of
 * them, a name of nothing else would take time that grows with its square.
 */
const OF_CONTENT =
  /(?:^|(?<![._\s-])[._\s-]+)(tools?[._\s-]?list|list[._\s-]?tools?|tools?|definitions?|responses?|results?|outputs?|dump|pages?[._\s-]?\d*)$/i

/** Names of files and folders that say nothing of a server. */
const SAYS_NOTHING = new Set([
  '',
  'all',
  'api',
  'catalog',
  'catalogue',
  'data',
  'export',
  'functions',
  'index',
  'list',
  'mcp',
  'mcp-servers',
  'mcpservers',
  'schema',
  'schemas',
  'server',
  'servers',
  'build',
  'body',
  'config',
  'dist',
  'downloads',
  'fixtures',
  'request',
  'json',
  'src',
  'temp',
  'test',
  'tests',
  'tmp',
])

/**
 * The server that a file's place names: its own name without the words for what it holds
 * (`github.json`, `github-tools-page-2.json`), or else that of the nearest folder whose name tells
 * something. Never from what else is imported, so that a file alone and the same file in a folder
 * are one server.
 */
function serverOfPath(path: string): NamedByPlace | undefined {
  const [file = '', ...folders] = path.split('/').toReversed()
  return [file.replace(/\.[^.]*$/, ''), ...folders]
    .map((written) => ({ name: withoutContent(written), written }))
    .find(({ name }) => saysSomething(name))
}

const saysSomething = (name: string): boolean =>
  !SAYS_NOTHING.has(name.toLowerCase()) && !/^\d+$/.test(name)

/** Characters of a name that is looked at so; no folder or file has a longer one. */
const LONGEST_NAME = 255

function withoutContent(name: string): string {
  if (name.length > LONGEST_NAME) return name
  const shorter = name.replace(OF_CONTENT, '')
  return shorter === name ? name : withoutContent(shorter)
}

/**
 * The server's own name, as an answer to `initialize`, a wrapper around tools or a configuration of
 * one server has it.
 */
function serverNamed(value: JsonObject): string | undefined {
  const { mcpServers, name } = value
  const inside = [value, ...Object.values(value).filter(isObject)]
  const candidates = [
    ...inside.map(({ serverInfo }) => nameOf(serverInfo)),
    ...inside.map(({ server_info }) => nameOf(server_info)),
    ...['server', 'serverName', 'server_name', 'mcpServer', 'mcp_server'].map((key) =>
      Object.hasOwn(value, key) ? nameOf(value[key]) : undefined,
    ),
    listUnder(value, ['tools']) ? nameOf(name) : undefined,
    isObject(mcpServers) ? onlyKey(mcpServers) : undefined,
  ]
  return candidates.find((candidate) => candidate !== undefined)
}

function nameOf(written: JsonValue | undefined): string | undefined {
  const name = isObject(written) ? written.name : written
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined
}

function onlyKey(object: JsonObject): string | undefined {
  const [key, ...others] = Object.keys(object)
  return others.length === 0 ? key : undefined
}

/**
 * The servers of a file that holds several: `{"mcpServers": {"github": {"tools": […]}}}`, the same
 * under `servers` or bare, or a list of `{"name", "tools"}`.
 */
function serverParts(value: JsonValue): ListPart[] {
  // An entry's own server holds for no other.
  if (!isObject(value) || isDefinition(value)) return [{ value }]
  const { mcpServers, servers } = value
  const list = [servers, mcpServers].find(Array.isArray)
  if (list?.some(holdsTools)) return list.flatMap(serverParts)
  const maps = [mcpServers, servers, value].filter(isObject)
  const map = maps.find((candidate) => isServerMap(candidate, candidate === value))
  if (map) return Object.entries(map).map(([server, part]) => ({ server, value: pageOf(part) }))
  const server = serverNamed(value)
  return [{ value, ...(server !== undefined && { server }) }]
}

const holdsTools = (part: JsonValue): boolean =>
  Array.isArray(part) ? part.some(isDefinition) : isObject(part) && Array.isArray(part.tools)

const isDefinition = (entry: JsonValue): boolean =>
  isObject(entry) && 'name' in entry && 'inputSchema' in entry

/**
 * A bare map must be nothing else; under a key that says so, some entries may be servers without
 * tools.
 */
function isServerMap(map: JsonObject, bare: boolean): boolean {
  const parts = Object.values(map)
  if (!bare) return parts.some(holdsTools)
  const areServers = Object.keys(map).every((key) => saysSomething(withoutContent(key)))
  return areServers && parts.length > 0 && parts.every(isListing)
}

function isListing(part: JsonValue): boolean {
  const tools = isObject(part) ? part.tools : part
  return Array.isArray(tools) && tools.some(isDefinition)
}

const pageOf = (part: JsonValue): JsonValue => (Array.isArray(part) ? { tools: part } : part)
