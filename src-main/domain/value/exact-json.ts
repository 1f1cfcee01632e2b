import type { JsonValue } from '../tool/tool'

/** Of ECMAScript’s “JSON.parse source text access”, which Node 22 and Chromium 114 have and TypeScript’s library does not. */
export const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => object
  isRawJSON: (value: unknown) => boolean
}

/** Digits that a double may not hold: most texts have none, and are read as fast as ever. */
const MANY_DIGITS = /\d{16}/
const INTEGER = /^-?\d+$/

/**
 * Reads JSON. An integer beyond 2^53 − 1, such as a 64-bit id, becomes a bigint with all its digits; every other number is a
 * double.
 * @throws SyntaxError where the text is not JSON.
 */
export const parseExact = (text: string): JsonValue =>
  JSON.parse(text, MANY_DIGITS.test(text) ? exactNumber : undefined) as JsonValue

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value)
  return isRounded && source !== undefined && INTEGER.test(source) ? BigInt(source) : value
}

/** `JSON.stringify` writes a bigint as the integer that it is, everywhere in this program. */
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint): unknown {
    return rawJSON(this.toString())
  },
  configurable: true,
  writable: true,
})
