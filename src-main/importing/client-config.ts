import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { UnreadableFile } from './reading/place'
import { isObject } from './reading/parse-json'

/** What a client starts or asks, with nothing filled in yet. */
export type WrittenServer =
  | {
      kind: 'stdio'
      command: string
      args: string[]
      cwd?: string
      env: Record<string, string>
      envFile?: string
    }
  | { kind: 'http'; url: string; headers: Record<string, string> }

/** A server as the file has it, or why it cannot be used. */
export interface ConfiguredEntry {
  name: string
  server?: WrittenServer
  /** Set where the client itself is told not to use it. */
  isOff?: true
  why?: string
}

/** A configuration with more servers than anyone has is no configuration. */
const MOST_SERVERS = 2_000

/**
 * The servers of an MCP client’s configuration: `claude_desktop_config.json`, `.mcp.json`,
 * `.cursor/mcp.json`, `.vscode/mcp.json` or VS Code’s settings, comments and trailing commas
 * included. @throws UnreadableFile.
 */
export function configuredServers(path: string, text: string): ConfiguredEntry[] {
  const errors: ParseError[] = []
  const value = valueOf(path, text, errors)
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length
    const what = printParseErrorCode(error.error)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
    throw new UnreadableFile(
      path,
      `is not valid JSON at line ${line}: ${what}`,
      'Correct it there.',
    )
  }
  const servers = isObject(value) ? serversOf(value) : undefined
  if (!servers) {
    throw new UnreadableFile(
      path,
      'names no MCP servers',
      'Choose a file with "mcpServers", as Claude Desktop and Cursor write it, or "servers", as VS Code does.',
    )
  }
  const entries = Object.entries(servers)
  if (entries.length > MOST_SERVERS) {
    throw new UnreadableFile(path, `names more than ${MOST_SERVERS} servers`, 'Keep those you use.')
  }
  return entries.map(([name, entry]) => ({ name, ...entryOf(entry) }))
}

/** Not by `parse`, which takes what stands under `__proto__` for what an object inherits. */
function valueOf(path: string, text: string, errors: ParseError[]): JsonValue | undefined {
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
    return root && (getNodeValue(root) as JsonValue)
  } catch {
    throw new UnreadableFile(path, 'is nested too deeply', 'Choose a configuration file.')
  }
}

function serversOf(value: JsonObject): JsonObject | undefined {
  const { mcpServers, servers, mcp } = value
  const own = [mcpServers, servers].find(isObject)
  return own ?? (isObject(mcp) ? serversOf(mcp) : undefined)
}

function entryOf(entry: JsonValue): Omit<ConfiguredEntry, 'name'> {
  if (!isObject(entry)) return { why: 'it is no object' }
  const off = entry.disabled === true || entry.enabled === false ? { isOff: true as const } : {}
  const { command, args, cwd, env, envFile, headers, type } = entry
  const url = [entry.url, entry.serverUrl].find((each) => typeof each === 'string')
  if (typeof command === 'string' && command.trim() !== '') {
    const server: WrittenServer = {
      kind: 'stdio',
      command,
      args: textsIn(args),
      env: textsByName(env),
      ...(typeof cwd === 'string' && { cwd }),
      ...(typeof envFile === 'string' && { envFile }),
    }
    return { server, ...off }
  }
  if (url === undefined) return { why: 'it has neither a command nor an address', ...off }
  if (type === 'sse') {
    const why =
      'it speaks by server-sent events, which MCP gave up: use its streamable HTTP address'
    return { why, ...off }
  }
  return { server: { kind: 'http', url, headers: textsByName(headers) }, ...off }
}

const textsIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : []

const textsByName = (value: JsonValue | undefined): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          each === null || each === undefined
            ? []
            : [[name, typeof each === 'string' ? each : JSON.stringify(each)]],
        ),
      )
    : {}
