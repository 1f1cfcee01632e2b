import { MOST_LEVELS } from '../../domain/nesting'
import type { JsonValue } from '../../domain/tool'

/** Half of a pair of units that make one character, written as an escape: alone, no file or table can hold it. */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/

/**
 * The value of a JSON text in a form that every reader can walk and every writer can write: what is nested too deep is
 * cut off, a number beyond all numbers (`1e999`) is the greatest there is, and half a character is the sign for one that
 * is unknown.
 * @throws SyntaxError where the text is not JSON.
 */
export function parseSoundJson(text: string): JsonValue {
  const value = JSON.parse(text, HALF_CHARACTER.test(text) ? wellFormed : undefined) as JsonValue
  return isSound(value, MOST_LEVELS) ? value : sound(value, MOST_LEVELS)
}

function isSound(value: JsonValue, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  const children = Array.isArray(value) ? value : Object.values(value)
  return children.every((child) => isSound(child, levels - 1))
}

function sound(value: JsonValue, levels: number): JsonValue {
  if (typeof value === 'number') {
    return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value))
  }
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) return value.map((child) => sound(child, levels - 1))
  const children = Object.entries(value).map(([key, child]) => [key, sound(child, levels - 1)])
  return Object.fromEntries(children) as JsonValue
}

function wellFormed(_: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every((key) => key.isWellFormed())) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key.toWellFormed(), of]))
}
