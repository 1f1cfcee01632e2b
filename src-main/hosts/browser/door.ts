import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What keeps other programs and pages out: a link that opens once, then a cookie. */
export interface Door {
  /** For the link handed to the user. */
  token: string
  /** The cookie to set, if this is the token and it was not used before. */
  enter(token: string): string | undefined
  isInside(request: IncomingMessage): boolean
}

/** @param port part of the cookie's name, since browsers share cookies between the ports of a host */
export function createDoor(port: number): Door {
  const token = secret()
  const session = secret()
  const cookie = `pegboard-${port}=${session}`
  let used = false

  function enter(given: string): string | undefined {
    if (used || !same(given, token)) return undefined
    used = true
    return `${cookie}; Path=/; HttpOnly; SameSite=Strict`
  }

  function isInside(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';')
    return cookies.some((given) => same(given.trim(), cookie))
  }

  return { token, enter, isInside }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
