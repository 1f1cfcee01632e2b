import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import { isJsonObject } from '../../domain/value/json'
import { placedFaults, pathText } from './argument-faults'
import type { Fault, Place } from './schema/check'

/** Arguments as a schema takes them. */
export interface MendedArguments {
  arguments: JsonObject
  /** What was read otherwise than it was written, each in a sentence. */
  mended: string[]
  /** What is still wrong. */
  faults: Fault[]
  /** Why they could not be held against the schema, as a clause. */
  unchecked?: string
}

/** A text that is read as an object may hold texts to be read in turn. */
const MOST_ROUNDS = 4
/** Characters of a text that is read as something else. */
const LONGEST_READ = 1_000_000
/** Mends that are told one by one. */
const MOST_TOLD = 10

interface Reading {
  at: Place
  /** Undefined: it is left out. */
  value: JsonValue | undefined
  told: string
}

/**
 * Reads what models and clients write in place of what a schema asks: a number, `true`, a list or
 * an object as text, `null` for what is left out. Only what the schema does not take as it is, and
 * only where the reading fits.
 */
export function mendedArguments(schema: JsonObject, given: JsonObject): MendedArguments {
  let current = given
  const mended: string[] = []
  let held = placedFaults(schema, current)
  for (let round = 0; round < MOST_ROUNDS && held.faults.length > 0; round++) {
    const readings = held.faults.flatMap((fault) => readingOf(current, fault))
    if (readings.length === 0) break
    const tried = placedFaults(schema, changed(current, readings))
    const fitting = readings.filter(({ at }) => !tried.faults.some((fault) => isAt(fault, at)))
    if (tried.unchecked !== undefined || fitting.length === 0) break
    current = changed(current, fitting)
    mended.push(...fitting.map(({ told }) => told))
    held = placedFaults(schema, current)
  }
  return { ...held, arguments: current, mended: told(mended) }
}

const isAt = (fault: Fault, at: Place): boolean =>
  fault.at.length === at.length && fault.at.every((part, place) => part === at[place])

function told(mended: readonly string[]): string[] {
  const more = mended.length - MOST_TOLD
  return more > 0 ? [...mended.slice(0, MOST_TOLD), `So were ${more} more.`] : [...mended]
}

/** How what stands at a fault may be meant. */
function readingOf(given: JsonObject, { at }: Fault): Reading[] {
  const value = valueAt(given, at)
  const path = pathText(at)
  if (value === null && at.length > 0 && typeof at.at(-1) === 'string') {
    return [{ at, value: undefined, told: `“${path}” was null, and counts as left out.` }]
  }
  const read = typeof value === 'string' ? readText(value) : undefined
  if (read === undefined) return []
  return [{ at, value: read, told: `“${path}” was text, and was read as ${kindOf(read)}.` }]
}

/** What a text says in JSON; undefined where it is text. */
export function readText(text: string): JsonValue | undefined {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_READ) return undefined
  if (/^(true|false|null)$/i.test(trimmed)) return JSON.parse(trimmed.toLowerCase()) as JsonValue
  if (!/^(-?\d|\[|\{)/.test(trimmed)) return undefined
  try {
    return parseExact(trimmed)
  } catch {
    return undefined
  }
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  return typeof value === 'number' || typeof value === 'bigint'
    ? `the number ${value}`
    : String(value)
}

function valueAt(given: JsonObject, at: Place): JsonValue | undefined {
  let value: JsonValue | undefined = given
  for (const part of at) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string | number, JsonValue>)[part]
  }
  return value
}

/** A copy with these read so. */
function changed(given: JsonObject, readings: readonly Reading[]): JsonObject {
  const copy = structuredClone(given)
  for (const { at, value } of readings) {
    const within = valueAt(copy, at.slice(0, -1))
    const name = at.at(-1)
    if (name === undefined || typeof within !== 'object' || within === null) continue
    if (value === undefined) Reflect.deleteProperty(within, name)
    else
      Object.defineProperty(within, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return copy
}
