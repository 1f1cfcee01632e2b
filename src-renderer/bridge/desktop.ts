import type { PreloadApi } from '../../src-main/contract/preload-api'
import type { Bridge } from './bridge'
import { bridgeOver } from './bridge-over'

declare global {
  interface Window {
    /** What the preload script offers; absent in a browser. */
    pegboard?: PreloadApi
  }
}

/** The bridge to the main process of the desktop window. */
export function desktopBridge(preload: PreloadApi): Bridge {
  return bridgeOver(preload)
}
