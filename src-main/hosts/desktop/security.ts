import { shell, type Session, type WebContents } from 'electron'

/** Where the window's own links lead: papers, and what it is built on. */
const linkedHosts: ReadonlySet<string> = new Set([
  'aclanthology.org',
  'arxiv.org',
  'doi.org',
  'github.com',
  'ollama.com',
])

/** The one permission given: copy buttons write text. */
const copyText = 'clipboard-sanitized-write'

/** Refuses permissions, and every request that does not stay inside the window's own origin. */
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

/** Keeps a page where it is: no other address, no other window, no embedded page. */
export function guardContents(contents: WebContents, origin: string): void {
  contents.on('will-navigate', stayWithin(origin))
  contents.on('will-frame-navigate', stayWithin(origin))
  contents.on('will-redirect', stayWithin(origin))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/**
 * Whether an address may be handed to the user's browser: https, without credentials, at a host that the
 * window itself links to. An imported catalog could otherwise bring links that carry data away.
 */
export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return false
  return linkedHosts.has(url.hostname)
}

/** Whether an address has the origin, compared by its parts: a scheme of our own has no `URL.origin`. */
export function isWithin(address: string, origin: string): boolean {
  const [url, own] = [URL.parse(address), URL.parse(origin)]
  return url !== null && own !== null && url.protocol === own.protocol && url.host === own.host
}

function stayWithin(origin: string) {
  return (event: { url: string; preventDefault(): void }) => {
    if (!isWithin(event.url, origin)) event.preventDefault()
  }
}

/** `blob:` and `data:` never leave the machine; developer tools and live reload exist in development only. */
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
