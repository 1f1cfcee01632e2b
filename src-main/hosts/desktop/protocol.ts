import { protocol, type Session } from 'electron'
import { securityHeaders } from '../product/security-headers'
import { windowFile } from '../product/window-file'

export const windowOrigin = 'app://pegboard'

/** Makes `app:` a secure origin like https. Must run before Electron is ready. */
export function registerWindowScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    },
  ])
}

/**
 * Serves the files of the built window at {@link windowOrigin}, and no other file of this machine.
 */
export function serveWindow(session: Session, windowFolder: string): void {
  session.protocol.handle('app', (request) => windowResponse(windowFolder, request))
}

async function windowResponse(
  windowFolder: string,
  request: { url: string; method: string },
): Promise<Response> {
  const url = URL.parse(request.url)
  const isOurs = url?.host === 'pegboard' && request.method === 'GET'
  const file = isOurs ? await windowFile(windowFolder, url.pathname) : undefined
  if (!file) return new Response('Not found', { status: 404, headers: securityHeaders })
  return new Response(file.bytes, { headers: { ...securityHeaders, ...file.headers } })
}
