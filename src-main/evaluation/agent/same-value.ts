import { isPlainObject } from '../../domain/by-name'
import type { JsonValue } from '../../domain/tool'

/**
 * Whether two values of an argument say the same: texts whatever their case and white space, a number or a truth value as its
 * text (published golden calls write `"40.7"` for 40.7), lists in their order, objects in any. A golden value that stands for
 * the result of another call is matched by any that does, as nothing is executed.
 */
export function sameValue(golden: JsonValue | undefined, given: JsonValue | undefined): boolean {
  if (golden === undefined || given === undefined) return golden === given
  if (refersToCall(golden)) return refersToCall(given)
  if (Array.isArray(golden) || Array.isArray(given)) {
    return (
      Array.isArray(golden) &&
      Array.isArray(given) &&
      golden.length === given.length &&
      golden.every((item, at) => sameValue(item, given[at]))
    )
  }
  if (isPlainObject(golden) || isPlainObject(given)) {
    if (!isPlainObject(golden) || !isPlainObject(given)) return false
    const keys = Object.keys(golden)
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && sameValue(golden[key], given[key]))
    )
  }
  return plainly(golden) === plainly(given)
}

/** How golden calls of Seal-Tools write the result of another call, and how the model is told to. */
const RESULT = /\bAPI_call_\d+\b/

export const refersToCall = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && RESULT.test(value)

function plainly(value: string | number | boolean | null): string {
  if (value === null) return 'null'
  const text = String(value).trim().replace(/\s+/g, ' ').toLowerCase()
  // 40.70 is 40.7; 007 is no number, and more digits than a number holds are none either.
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)))
    ? String(Number(text))
    : text
}
