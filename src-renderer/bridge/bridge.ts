import { inject, type InjectionKey } from 'vue'
import type { MenuChoice, MenuCommand } from '../../src-main/contract/menu'
import type { Opened } from '../../src-main/contract/opened'
import type { Progress, Reply, ServerEvent } from '../../src-main/contract/reply'
import type { ActionInput, ActionName, ActionAnswer } from '../../src-main/features/actions'

export interface RequestOptions {
  /** Aborting cancels the work in the app; the reply is then an error `cancelled`. */
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export type Changed = Extract<ServerEvent, { kind: 'changed' }>
export type Outdated = Extract<ServerEvent, { kind: 'outdated' }>
export type Notice = Extract<ServerEvent, { kind: 'notice' }>

/**
 * The window's only way out: requests to the app, and its news of changes and notices. A request
 * never rejects.
 */
export interface Bridge {
  request<Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
    options?: RequestOptions,
  ): Promise<Reply<ActionAnswer<Name>>>
  /** Calls back when a workspace is as of another commit; gives the way to stop. */
  onChange(listener: (change: Changed) => void): () => void
  /** Calls back when what an action answers is another without a commit; gives the way to stop. */
  onOutdated(listener: (outdated: Outdated) => void): () => void
  /** Calls back with what the users of a workspace are to be told; gives the way to stop. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** The menus of the system; absent where the host has none. */
  menu?: {
    /** What they offer from now on. */
    offer(commands: MenuCommand[]): void
    /** Calls back with what is chosen there; gives the way to stop. */
    onChoice(listener: (choice: MenuChoice) => void): () => void
  }
  /** What the system opens with the program; absent where the host is not what it opens. */
  opened?: {
    /** Calls back with each file and link, first with those that wait; gives the way to stop. */
    onOpened(listener: (opened: Opened) => void): () => void
    /**
     * Hands a file in by its ticket, and gives its `path` for the import actions. Never rejects.
     */
    handIn(ticket: string): Promise<Reply<string>>
  }
}

export const bridgeKey: InjectionKey<Bridge> = Symbol('bridge')

export function useBridge(): Bridge {
  const bridge = inject(bridgeKey)
  if (!bridge) throw new Error('No bridge is provided to this component.')
  return bridge
}
