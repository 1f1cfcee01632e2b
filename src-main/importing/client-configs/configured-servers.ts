import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { UnreadableFile } from '../reading/place'
import type { AskedInput, Client, ConfiguredEntry, NamedEntry } from './client'
import { CLIENTS, UNREAD_FILES } from './clients'
import { configurationIn } from './configuration-text'
import { readEntry } from './read-entry'

/** A configuration with more servers than anyone has is no configuration. */
const MOST_SERVERS = 2_000

/** The servers of an MCP client’s configuration. @throws UnreadableFile. */
export function configuredServers(path: string, text: string): ConfiguredEntry[] {
  const value = configurationIn(path, text)
  const config = Array.isArray(value) ? { servers: value } : value
  if (!isObject(config)) throw namesNone(path)
  const read = readBy(config, path)
  if (!read) throw whyUnread(config, path)
  const { client, entries } = read
  if (entries.length > MOST_SERVERS) {
    throw new UnreadableFile(path, `names more than ${MOST_SERVERS} servers`, 'Keep those you use.')
  }
  const inputs = client.inputs?.(config) ?? NO_INPUTS
  return entries.map(([name, entry]) => ({ name, ...asking(entryBy(client, entry), inputs) }))
}

const NO_INPUTS: ReadonlyMap<string, AskedInput> = new Map()

function entryBy(client: Client, entry: JsonValue): Omit<ConfiguredEntry, 'name'> {
  const written = isObject(entry) && client.entry ? client.entry(entry) : entry
  if (typeof written !== 'string' || !isObject(entry)) return readEntry(written)
  return { ...readEntry(entry), server: undefined, why: written }
}

/** With what the client asks for to fill in its texts. */
function asking(
  { server, ...entry }: Omit<ConfiguredEntry, 'name'>,
  inputs: ReadonlyMap<string, AskedInput>,
): Omit<ConfiguredEntry, 'name'> {
  if (!server) return entry
  const names = JSON.stringify(server).matchAll(/\$\{input:([^{}]+)\}/g)
  const used = [...new Set([...names].map(([, id = '']) => id))].flatMap((id) => {
    const input = inputs.get(id)
    return input ? [[`input:${id}`, input] as const] : []
  })
  return used.length > 0
    ? { ...entry, server: { ...server, inputs: Object.fromEntries(used) } }
    : { ...entry, server }
}

/** By the first client whose file it is and that finds servers there, else that finds none. */
function readBy(
  config: JsonObject,
  path: string,
): { client: Client; entries: NamedEntry[] } | undefined {
  const known = CLIENTS.flatMap((client) => {
    const entries = client.entries(config, path)
    return entries ? [{ client, entries }] : []
  })
  return known.find(({ entries }) => entries.length > 0) ?? known[0]
}

function whyUnread(config: JsonObject, path: string): UnreadableFile {
  for (const { why } of UNREAD_FILES) {
    const unread = why(config)
    if (unread) return new UnreadableFile(path, unread.what, unread.fix)
  }
  return namesNone(path)
}

const namesNone = (path: string): UnreadableFile =>
  new UnreadableFile(
    path,
    'names no MCP servers',
    'Choose a file with "mcpServers", as Claude Desktop and Cursor write it, or "servers", as VS Code does; those of Zed, Codex, goose, opencode, Continue and Gemini CLI are read too.',
  )
