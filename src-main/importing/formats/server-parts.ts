import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { listUnder, type ListPart, type NamedByPlace } from './list-format'

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
export function serverOfPath(path: string): NamedByPlace | undefined {
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
export function serverNamed(value: JsonObject): string | undefined {
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

/** Whether a value is a tool as a format writes it. */
type IsTool = (entry: JsonValue) => boolean

/**
 * The servers of a file that holds several: `{"mcpServers": {"github": {"tools": […]}}}`, the same
 * under `servers` or bare, or a list of `{"name", "tools"}`.
 */
export function serverParts(value: JsonValue, isTool: IsTool): ListPart[] {
  // An entry's own server holds for no other.
  if (!isObject(value) || isTool(value)) return [{ value }]
  const { mcpServers, servers } = value
  const list = [servers, mcpServers].find(Array.isArray)
  if (list?.some((part: JsonValue) => holdsTools(part, isTool))) {
    return list.flatMap((part: JsonValue) => serverParts(part, isTool))
  }
  const maps = [mcpServers, servers, value].filter(isObject)
  const map = maps.find((candidate) => isServerMap(candidate, isTool, candidate === value))
  if (map) return Object.entries(map).map(([server, part]) => ({ server, value: pageOf(part) }))
  const server = serverNamed(value)
  return [{ value, ...(server !== undefined && { server }) }]
}

const holdsTools = (part: JsonValue, isTool: IsTool): boolean =>
  Array.isArray(part) ? part.some(isTool) : isObject(part) && Array.isArray(part.tools)

/**
 * A bare map must be nothing else; under a key that says so, some entries may be servers without
 * tools.
 */
function isServerMap(map: JsonObject, isTool: IsTool, bare: boolean): boolean {
  const parts = Object.values(map)
  if (!bare) return parts.some((part) => holdsTools(part, isTool))
  const areServers = Object.keys(map).every((key) => saysSomething(withoutContent(key)))
  return areServers && parts.length > 0 && parts.every((part) => isListing(part, isTool))
}

function isListing(part: JsonValue, isTool: IsTool): boolean {
  const tools = isObject(part) ? part.tools : part
  return Array.isArray(tools) && tools.some(isTool)
}

const pageOf = (part: JsonValue): JsonValue => (Array.isArray(part) ? { tools: part } : part)
