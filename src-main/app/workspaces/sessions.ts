import type { AppPorts } from '../ports'
import type { OnChange } from './current-catalog'
import { Problem } from '../../domain/problem'
import { openSession, type Session } from './session'

/** The open workspaces, by folder. */
export interface Sessions {
  /**
   * Opens the workspace where it is not open yet.
   * @throws Problem as {@link WorkspaceLibrary.open}.
   */
  of(dir: string): Promise<Session>
  /** Closes the workspace, as before its folder is deleted. */
  forget(dir: string): Promise<void>
  /** Looks whether other processes committed to open workspaces. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens workspaces when they are first used.
 * @param onChange called once for each commit that is seen
 * @param notify called with what users of a workspace should know
 */
export function openSessions(
  ports: AppPorts,
  onChange: OnChange,
  notify: (dir: string, text: string) => void = () => undefined,
): Sessions {
  const open = new Map<string, Promise<Session>>()
  let isClosed = false
  const settled = async () =>
    (await Promise.allSettled(open.values())).flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
  return {
    of(dir) {
      const known = open.get(dir)
      if (known) return known
      if (isClosed) return Promise.reject(closing())
      const session = ports.library.open(dir).then((store) => {
        store.onNotice?.((text) => notify(dir, text))
        return openSession(store, ports, onChange)
      })
      open.set(dir, session)
      session.catch(() => open.delete(dir))
      return session
    },
    async forget(dir) {
      const session = open.get(dir)
      open.delete(dir)
      await (await session)?.close()
    },
    async refresh() {
      const sessions = await settled()
      await Promise.allSettled(sessions.map((session) => session.catalog()))
    },
    async close() {
      isClosed = true
      const sessions = await settled()
      open.clear()
      await Promise.all(sessions.map((session) => session.close()))
    },
  }
}

const closing = (): Problem =>
  new Problem('unavailable', 'Pegboard is ending, so no workspace is opened.', 'Start it again.')
