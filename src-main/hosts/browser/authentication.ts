import type { IncomingMessage } from 'node:http'
import { carries, randomSecret, sameInConstantTime } from '../product/secret'

/**
 * What keeps other programs and pages out: a one-time token in the link, exchanged for the secret
 * of a session. The page keeps the secret in its own storage and sends it in a header. A cookie
 * would not do: browsers send the cookies of a host to all its ports, so that any other server of
 * this machine would get it.
 */
export interface Authentication {
  /** For the link that is printed and opened in the browser. */
  oneTimeToken: string
  /** The session's secret, if this is the token and it was not used before. */
  redeem(token: string): string | undefined
  /** Whether the request carries the session's secret. */
  isOfSession(request: IncomingMessage): boolean
}

export function createAuthentication(): Authentication {
  const oneTimeToken = randomSecret()
  const session = randomSecret()
  let redeemed = false

  function redeem(token: string): string | undefined {
    if (redeemed || !sameInConstantTime(token, oneTimeToken)) return undefined
    redeemed = true
    return session
  }

  return {
    oneTimeToken,
    redeem,
    isOfSession: (request) => carries(request, session),
  }
}
