import type { Bridge } from './bridge'
import { browserBridge } from './browser'
import { desktopBridge } from './desktop'

/** The bridge to whichever host shows this page. */
export function connect(): Bridge {
  return window.pegboard ? desktopBridge(window.pegboard) : browserBridge()
}
