import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import type { ConfiguredEntry, NamedEntry, WrittenServer } from './client'

type Read = Omit<ConfiguredEntry, 'name'>

const ADDRESSES = ['url', 'serverUrl', 'httpUrl', 'baseUrl', 'uri', 'server_url', 'endpoint']
const SOCKET = /^wss?:/i

/** Whether something says what it starts or asks, in words that clients use. */
export const isEntry = (value: JsonValue | undefined): boolean =>
  isObject(value) && (commandOf(flat(value)).length > 0 || addressOf(flat(value)) !== undefined)

/** An entry as most clients write it. */
export function readEntry(entry: JsonValue): Read {
  if (!isObject(entry)) return { why: 'it is no object' }
  const server = serverOf(entry)
  const isOff =
    [entry.disabled, entry.disable].includes(true) ||
    [entry.enabled, entry.isActive, entry.active].includes(false)
  return {
    ...(typeof server === 'string' ? { why: server } : { server }),
    ...(isOff && { isOff: true as const }),
  }
}

/** Why there is none, in a sentence's words, where there is none. */
function serverOf(entry: JsonObject): WrittenServer | string {
  const all = flat(entry)
  const [command, ...first] = commandOf(all)
  if (command !== undefined) {
    const { args, env, environment, envs, cwd, workingDirectory, envFile } = all
    const folder = [cwd, workingDirectory].find(isText)
    return {
      kind: 'stdio',
      command,
      args: [...first, ...textsIn(args)],
      env: textsByName([env, environment, envs].find(isObject)),
      ...(folder !== undefined && { cwd: folder }),
      ...(isText(envFile) && { envFile }),
    }
  }
  const url = addressOf(all)
  if (url === undefined) return whyNone(entry)
  if (
    SOCKET.test(url) ||
    [all.type, all.transport].some((each) => isText(each) && /^(ws|web-?socket)$/i.test(each))
  ) {
    return 'it speaks by web sockets, which the protocol does not know'
  }
  return { kind: 'http', url, headers: textsByName(headersOf(all)) }
}

function whyNone(entry: JsonObject): string {
  const said = Object.keys(entry).filter((name) => !['command', ...ADDRESSES].includes(name))
  if (said.includes('image')) return 'it names a container image alone, which its client starts'
  if (said.length === 0) return 'it has neither a command nor an address'
  const few = said.slice(0, 5).join(', ')
  return `what it says is not known here as a command or an address: ${few.slice(0, 200)}`
}

/** What says how it is reached may stand in a part of its own. */
const flat = (entry: JsonObject): JsonObject =>
  isObject(entry.transport) ? { ...entry, ...entry.transport } : entry

/** A program, or a list of words. */
function commandOf({ command }: JsonObject): string[] {
  const words = textsIn(command)
  return words[0]?.trim() ? words : []
}

const addressOf = (entry: JsonObject): string | undefined =>
  ADDRESSES.map((name) => entry[name]).find(
    (each): each is string => isText(each) && each.trim() !== '',
  )

function headersOf({ headers, requestInit, requestOptions }: JsonObject): JsonValue | undefined {
  const inner = [requestInit, requestOptions].find(isObject)
  return headers ?? inner?.headers
}

export const lastPart = (path: string): string => path.split(/[\\/]/).findLast(Boolean) ?? path

export const isText = (value: unknown): value is string => typeof value === 'string'

const asText = (value: JsonValue): string => (isText(value) ? value : JSON.stringify(value))

export const textsIn = (value: JsonValue | undefined): string[] => {
  if (Array.isArray(value)) return value.map(asText)
  return isText(value) ? [value] : []
}

export const textsByName = (value: JsonValue | undefined): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          each === null || each === undefined ? [] : [[name, asText(each)]],
        ),
      )
    : {}

/** A value with each text of it written otherwise. */
export function rewritten(value: JsonValue, write: (text: string) => string): JsonValue {
  if (isText(value)) return write(value)
  if (Array.isArray(value)) return value.map((each) => rewritten(each, write))
  return isObject(value) ? rewrittenObject(value, write) : value
}

export const rewrittenObject = (value: JsonObject, write: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rewritten(each, write)]))

/** The entries of a table, or of a list whose entries say their own names. */
export function entriesOf(value: JsonValue | undefined): NamedEntry[] | undefined {
  if (isObject(value)) return Object.entries(value)
  if (!Array.isArray(value)) return undefined
  return value.map((each, at) => [nameOf(each) ?? `server ${at + 1}`, each])
}

const nameOf = (entry: JsonValue): string | undefined =>
  isObject(entry) ? [entry.name, entry.id].find(isText) : undefined
