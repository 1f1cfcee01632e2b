import type { IncomingMessage } from 'node:http'

/**
 * Why a request cannot come from our own page, or undefined. A page elsewhere may point its name at this
 * machine (hence Host), post to it (Origin), or, from another port, be sent our cookie (Sec-Fetch-Site).
 */
export function foreign(request: IncomingMessage, port: number): string | undefined {
  const { host, origin } = request.headers
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return 'Pegboard answers only at its own loopback address.'
  if (origin !== undefined && origin !== `http://${host}`)
    return 'Pegboard answers only its own pages.'

  const site = request.headers['sec-fetch-site']
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
    return 'Pegboard answers only its own pages.'
  return undefined
}
