import type { IncomingMessage } from 'node:http'

/**
 * Why a request is refused as cross-origin, or undefined when it may come from our own page. Checked are the
 * Host header (against DNS rebinding), the Origin header (against posts from other pages) and Sec-Fetch-Site
 * (against pages at another port of this machine).
 */
export function originRefusal(request: IncomingMessage, port: number): string | undefined {
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
