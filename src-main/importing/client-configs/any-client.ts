import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import type { Client, NamedEntry } from './client'
import { entriesOf, isEntry } from './read-entry'

/** Nobody keeps servers deeper. */
const DEEPEST = 6

/**
 * Clients that nobody wrote down here: servers under a key that speaks of MCP or servers, at any
 * place; or a table of nothing but servers.
 */
export const anyClient: Client = {
  files: {},
  entries(config) {
    const all = Object.entries(config)
    if (all.length > 0 && all.every(([, entry]) => isEntry(entry))) return all
    return found(config)
  },
}

/** The nearest first. */
function found(config: JsonObject): NamedEntry[] | undefined {
  let level: JsonObject[] = [config]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const inside = level.flatMap((each) => Object.entries(each))
    for (const [key, value] of inside) {
      const entries = /mcp|servers|extensions/i.test(key) ? serversIn(value) : undefined
      if (entries) return entries
    }
    level = inside.map(([, value]) => value).filter(isObject)
  }
  return undefined
}

function serversIn(value: JsonValue): NamedEntry[] | undefined {
  const entries = entriesOf(value)
  return entries?.some(([, entry]) => isEntry(entry)) ? entries : undefined
}
