import type { JsonValue } from '../../domain/tool/tool'
import { cleanText } from '../../domain/value/clean-texts'

const LINE_BREAKS = /[\t\n\r\u{2028}\u{2029}]+/gu

/**
 * A name or title: one line, without the characters {@link cleanText} removes and without outer
 * spaces.
 */
export const cleanLine = (text: string): string => cleanText(text).replace(LINE_BREAKS, ' ').trim()

/** Deeper than any hand-written schema, shallow enough for every recursive reader. */
export const DEPTH_LIMIT = 64

interface CleanedJson<T> {
  value: T
  /** Whether something stood below {@link DEPTH_LIMIT} and was cut off. */
  cut: boolean
}

/**
 * `value` in a form that any recursive code can walk: cut off at the depth limit. The very same
 * value where it is so already. Every key stays, for a parameter may be called `constructor` or
 * `__proto__`: names are looked up as own ones only and never assigned.
 */
export function cleanJson<T extends JsonValue>(value: T): CleanedJson<T> {
  if (isShallow(value, 0)) return { value, cut: false }
  let cut = false
  const clean = (node: JsonValue, depth: number): JsonValue => {
    if (typeof node !== 'object' || node === null) return node
    if (depth >= DEPTH_LIMIT) {
      cut = true
      return Array.isArray(node) ? [] : {}
    }
    if (Array.isArray(node)) return node.map((item) => clean(item, depth + 1))
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, clean(child, depth + 1)]),
    )
  }
  return { value: clean(value, 0) as T, cut }
}

function isShallow(node: JsonValue, depth: number): boolean {
  if (typeof node !== 'object' || node === null) return true
  if (depth >= DEPTH_LIMIT) return false
  return Object.values(node).every((child) => isShallow(child, depth + 1))
}
