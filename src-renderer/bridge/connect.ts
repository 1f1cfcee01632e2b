import type { Bridge } from './bridge'
import { browserBridge } from './browser'
import { joinSession } from './browser-session'
import { desktopBridge } from './desktop'

/**
 * The bridge to whichever host shows this page; undefined in a browser that the host does not know.
 */
export async function connect(): Promise<Bridge | undefined> {
  if (window.pegboard) return desktopBridge(window.pegboard)
  const session = await joinSession()
  return session === undefined ? undefined : browserBridge(session)
}
