import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What keeps other programs and pages out: a one-time token in the link, exchanged for a session cookie. */
export interface Authentication {
  /** For the link that is printed and opened in the browser. */
  oneTimeToken: string
  /** The `Set-Cookie` header for the session, if this is the token and it was not used before. */
  redeem(token: string): string | undefined
  hasSessionCookie(request: IncomingMessage): boolean
}

/** @param port part of the cookie's name, because browsers share cookies between the ports of a host */
export function createAuthentication(port: number): Authentication {
  const oneTimeToken = randomSecret()
  const sessionCookie = `pegboard-${port}=${randomSecret()}`
  let redeemed = false

  function redeem(token: string): string | undefined {
    if (redeemed || !sameInConstantTime(token, oneTimeToken)) return undefined
    redeemed = true
    return `${sessionCookie}; Path=/; HttpOnly; SameSite=Strict`
  }

  function hasSessionCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';')
    return cookies.some((cookie) => sameInConstantTime(cookie.trim(), sessionCookie))
  }

  return { oneTimeToken, redeem, hasSessionCookie }
}

/** 256 random bits. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in a time that does not tell how much of a guess was right. */
function sameInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
