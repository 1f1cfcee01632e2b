import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { listCell } from '../reading/table'

/** What a cell that says whether no tool is right holds; what is none of these says nothing. */
const YES = new Set(['yes', 'y', 'true', '1', 'x', 'negative', 'none'])

export const isYes = (cell: string): boolean => YES.has(cell.trim().toLowerCase())

/** Tags, separated by semicolons, commas or lines, or as a JSON list; each once. */
export const tagsIn = (cell: string): string[] => [...new Set(listCell(cell, /[;,\n]/))]

/** What was said before, a line each or as a JSON list, the oldest first. */
export const turnsIn = (cell: string): string[] => listCell(cell, /\n/)

/** Expected calls as JSON, one or a list; undefined where the cell holds anything else. */
export function callsIn(cell: string): { tool: string; arguments: JsonObject }[] | undefined {
  if (cell.trim() === '') return []
  const value = jsonIn(cell)
  const calls = Array.isArray(value) ? value : [value]
  const read = calls.map(callIn)
  return read.every((call) => call !== undefined) ? read : undefined
}

/** As our own files write a call, or as a model makes one. */
function callIn(value: JsonValue | undefined) {
  if (!isObject(value)) return undefined
  const tool = value.tool ?? value.name
  const written = value.arguments ?? {}
  const given = typeof written === 'string' ? jsonIn(written) : written
  return typeof tool === 'string' && isObject(given) ? { tool, arguments: given } : undefined
}
