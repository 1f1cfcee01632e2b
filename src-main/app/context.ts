import type { App } from './app'
import type { Indexings } from './knowledge/indexings'
import type { AppPorts } from './ports'
import type { Sessions } from './workspaces/sessions'

/** What actions work with. */
export interface AppContext extends AppPorts {
  sessions: Sessions
  exports: Exports
  indexings: Indexings
  /** Tells everyone something about the workspace in `dir`. */
  notify: (dir: string, text: string) => void
  /** Tells everyone that what an action answers of the workspace in `dir` is another by now, without a commit. */
  outdate: (dir: string, action: string) => void
  /** Asks as a host does: for whoever asks by a way that an action opened. */
  dispatch: App['dispatch']
  /** Has this done when the app closes, before its workspaces are, such as ending programs that it started. */
  onClose: (close: () => Promise<void>) => void
}

/** Files made for the user to take away, fetched piece by piece. */
export interface Exports {
  offer(name: string, bytes: Uint8Array): { file: string; name: string; size: number }
  /** @throws Problem `not-found` for a file that is not, or no longer, on offer. */
  read(file: string, offset: number): { bytes: string; next?: number }
}
