import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** 256 random bits. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a request carries this secret as its bearer token; the scheme has any case. */
export function carries({ headers }: IncomingMessage, secret: string): boolean {
  const found = /^bearer +(.+)$/is.exec(headers.authorization ?? '')
  return found?.[1] !== undefined && sameInConstantTime(found[1], secret)
}

/** Compares in a time that does not tell how much of a guess was right. */
export function sameInConstantTime(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
