import type { JsonObject, JsonValue } from '../../domain/tool/tool'
// Integers beyond 2^53 are written as they are.
import '../../domain/value/exact-json'

/** Levels that are looked into: what is nested deeper would not be written without care. */
const DEEPEST = 100

/**
 * Characters of a value as JSON; beyond `most`, or where it is nested too deeply to be written,
 * only more than that. It looks no further than it has to, however large the value is.
 */
export function sizeWithin(value: unknown, most: number): number {
  let size = 0
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) {
      size += leafSize(next.value, most)
    } else {
      if (next.depth > DEEPEST) return most + 1
      size += 2
      for (const [name, child] of Object.entries(next.value)) {
        if (child === undefined) continue
        // Of a list the names are its places, which are not written.
        size += Array.isArray(next.value) ? 1 : leafSize(name, most) + 2
        if (size > most) return most + 1
        waiting.push({ value: child, depth: next.depth + 1 })
      }
    }
    if (size > most) return most + 1
  }
  return size
}

const leafSize = (value: unknown, most: number): number =>
  typeof value === 'string' && value.length > most
    ? most + 1
    : (JSON.stringify(value) ?? 'null').length

/**
 * How much is kept, from the most on: characters of a text, entries of a list or object, and
 * levels.
 */
const BOUNDS = [
  { text: 2_000, entries: 500, levels: 12 },
  { text: 300, entries: 200, levels: 8 },
  { text: 80, entries: 100, levels: 5 },
  { text: 40, entries: 50, levels: 4 },
  { text: 20, entries: 20, levels: 2 },
] as const

/** A value with so much left out that it has no more characters as JSON than it may. */
export function boundedJson(value: JsonObject, most: number): JsonObject {
  if (sizeWithin(value, most) <= most) return value
  for (const bounds of BOUNDS) {
    const cut = boundedValue(value, bounds, 0) as JsonObject
    if (sizeWithin(cut, most) <= most) return cut
  }
  return {}
}

type Bounds = Record<'text' | 'entries' | 'levels', number>

function boundedValue(value: JsonValue, bounds: Bounds, level: number): JsonValue {
  if (typeof value === 'string') {
    return value.length > bounds.text ? `${value.slice(0, bounds.text)} …` : value
  }
  if (typeof value !== 'object' || value === null) return value
  if (level >= bounds.levels) return Array.isArray(value) ? [] : {}
  if (Array.isArray(value)) {
    return value.slice(0, bounds.entries).map((each) => boundedValue(each, bounds, level + 1))
  }
  const kept = Object.entries(value)
    .filter(([name]) => name.length <= bounds.text)
    .slice(0, bounds.entries)
  return Object.fromEntries(
    kept.map(([name, each]) => [name, boundedValue(each, bounds, level + 1)]),
  )
}
