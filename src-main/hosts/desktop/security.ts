import { shell, type Session, type WebContents } from 'electron'
import { OUTSIDE_ADDRESSES } from '../../domain/model/outside-addresses'

/** The only permission granted: copy buttons write text to the clipboard. */
const copyText = 'clipboard-sanitized-write'

/** Denies permissions and devices, and blocks every request that leaves the window's own origin. */
export function guardSession(session: Session, origin: string): void {
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === copyText && isWithin(requestingOrigin, origin),
  )
  session.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === copyText && isWithin(contents.getURL(), origin)),
  )
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !mayLoad(details.url, origin) }),
  )
}

/** Blocks navigation to other origins, new windows and embedded pages. */
export function guardContents(contents: WebContents, origin: string): void {
  contents.on('will-navigate', stayWithin(origin))
  contents.on('will-frame-navigate', stayWithin(origin))
  contents.on('will-redirect', stayWithin(origin))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (OUTSIDE_ADDRESSES.has(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/**
 * Whether an address is within the origin. Compares scheme and host, since `URL.origin` is `null`
 * for a custom scheme.
 */
export function isWithin(address: string, origin: string): boolean {
  const url = URL.parse(address)
  const own = URL.parse(origin)
  return url !== null && own !== null && url.protocol === own.protocol && url.host === own.host
}

function stayWithin(origin: string) {
  return (event: { url: string; preventDefault(): void }) => {
    if (!isWithin(event.url, origin)) event.preventDefault()
  }
}

/**
 * Allows `blob:` and `data:`, which never leave the machine; developer tools and live reload in
 * development only.
 */
function mayLoad(address: string, origin: string): boolean {
  if (isWithin(address, origin)) return true
  const url = URL.parse(address)
  if (url?.protocol === 'blob:' || url?.protocol === 'data:') return true
  const isDevelopment = origin.startsWith('http:')
  return isDevelopment && (url?.protocol === 'devtools:' || isWithin(asHttp(address), origin))
}

function asHttp(address: string): string {
  return address.replace(/^ws:/, 'http:')
}
