import type { App } from './app'
import type { Indexings } from './indexings'
import type { AppPorts } from './ports'
import type { Exports } from './requests/exports'
import type { Sessions } from './workspaces/sessions'

/** What actions work with. */
export interface AppContext extends AppPorts {
  sessions: Sessions
  exports: Exports
  indexings: Indexings
  /** Tells everyone something about the workspace in `dir`. */
  notify: (dir: string, text: string) => void
  /**
   * Tells everyone that what an action answers of the workspace in `dir` is another by now, without
   * a commit.
   */
  outdate: (dir: string, action: string) => void
  /** Asks as a host does: for whoever asks by a way that an action opened. */
  dispatch: App['dispatch']
  /**
   * Has this done when the app closes, before its workspaces are, such as ending programs that it
   * started.
   */
  onClose: (close: () => Promise<void>) => void
}
