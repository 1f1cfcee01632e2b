import type { PreloadApi } from '../../src-main/contract/preload-api'
import type { Bridge } from './bridge'
import { bridgeOver } from './bridge-over'
import { browserBridge } from './browser'
import { joinSession } from './browser-session'

declare global {
  interface Window {
    /** What the preload script of the desktop window offers; absent in a browser. */
    pegboard?: PreloadApi
  }
}

/**
 * The bridge to whichever host shows this page; undefined in a browser that the host does not know.
 */
export async function connect(): Promise<Bridge | undefined> {
  if (window.pegboard) return bridgeOver(window.pegboard)
  const session = await joinSession()
  return session === undefined ? undefined : browserBridge(session)
}
