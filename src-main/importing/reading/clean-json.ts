import type { JsonObject, JsonValue } from '../../domain/tool'

/** Deeper than any hand-written schema, shallow enough for every recursive reader. */
export const DEPTH_LIMIT = 64

/** Keys by which a merge into a plain object reaches the prototype of all objects. */
const POLLUTING_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

export interface CleanedJson<T> {
  value: T
  /** The polluting keys that were removed. */
  removedKeys: Set<string>
  /** Whether something stood below {@link DEPTH_LIMIT} and was cut off. */
  cut: boolean
}

/**
 * `value` in a form that any recursive code can walk and merge: polluting keys removed, cut off at the depth limit.
 * The very same value where it is so already.
 */
export function cleanJson<T extends JsonValue>(value: T): CleanedJson<T> {
  const removedKeys = new Set<string>()
  if (isClean(value, 0)) return { value, removedKeys, cut: false }
  let cut = false
  const clean = (node: JsonValue, depth: number): JsonValue => {
    if (typeof node !== 'object' || node === null) return node
    if (depth >= DEPTH_LIMIT) {
      cut = true
      return Array.isArray(node) ? [] : {}
    }
    if (Array.isArray(node)) return node.map((item) => clean(item, depth + 1))
    const copy: JsonObject = {}
    for (const [key, child] of Object.entries(node)) {
      if (POLLUTING_KEYS.has(key)) removedKeys.add(key)
      else copy[key] = clean(child, depth + 1)
    }
    return copy
  }
  return { value: clean(value, 0) as T, removedKeys, cut }
}

function isClean(node: JsonValue, depth: number): boolean {
  if (typeof node !== 'object' || node === null) return true
  if (depth >= DEPTH_LIMIT) return false
  if (Array.isArray(node)) return node.every((item) => isClean(item, depth + 1))
  return Object.entries(node).every(
    ([key, child]) => !POLLUTING_KEYS.has(key) && isClean(child, depth + 1),
  )
}
