import type { JsonValue } from '../tool/tool'

/**
 * Of ECMAScript’s “JSON.parse source text access”, which Node 22 and Chromium 114 have and
 * TypeScript’s library does not.
 */
export const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => object
  isRawJSON: (value: unknown) => boolean
}

/**
 * An integer that a double may not hold, where JSON may have one. Few texts do; all others are read
 * ten times as fast as where each value is looked at. What only looks like one, such as digits
 * within a text, costs time and nothing else.
 */
const AMONG_OTHERS = /[[:,]\s*-?\d{16,}\s*[,\]}]/
const ALONE = /^\s*-?\d{16,}\s*$/
const mayHoldLong = (text: string): boolean => AMONG_OTHERS.test(text) || ALONE.test(text)

/** Digits that are kept at most: to make an integer of millions of them would take seconds. */
const MOST_DIGITS = 1_000
const INTEGER = /^-?\d+$/

/**
 * Reads JSON. An integer beyond 2^53 − 1 of up to 1,000 digits, such as a 64-bit id, becomes a
 * bigint with all its digits, unless a double writes the same digits; every other number is a
 * double. So what was a number when it was written is one when it is read.
 * @throws SyntaxError where the text is not JSON.
 */
export const parseExact = (text: string): JsonValue =>
  JSON.parse(text, mayHoldLong(text) ? exactNumber : undefined) as JsonValue

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return exactInteger(value, context?.source ?? '')
}

/**
 * The integer that `source` writes in decimals where `value`, a number made of it, does not write
 * the same; else `value`.
 */
export const exactInteger = (value: number, source: string): number | bigint =>
  String(value) !== source && INTEGER.test(source) && source.length <= MOST_DIGITS
    ? BigInt(source)
    : value

/** `JSON.stringify` writes a bigint as the integer that it is, everywhere in this program. */
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint): unknown {
    return rawJSON(this.toString())
  },
  configurable: true,
  writable: true,
})
