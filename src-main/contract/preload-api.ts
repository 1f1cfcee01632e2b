import type { MenuChoice, MenuCommand } from './menu'
import type { OpenedEvent } from './opened'
import type { ClientMessage, Reply, ServerEvent } from './reply'

/** The messages, as `window.pegboard` offers them in the desktop window. */
export interface PreloadApi {
  request(message: Extract<ClientMessage, { kind: 'request' }>): Promise<Reply<unknown>>
  cancel(id: string): void
  /** Where the system has menus: what they offer from now on. */
  offer?(commands: MenuCommand[]): void
  /** Where the system opens files and links with the program. */
  opened?: {
    /** This page is told of them from now on, first of those that wait. */
    hear(): void
    /** Hands a file in by its ticket, and gives its `path` for the import actions. */
    handIn(ticket: string): Promise<Reply<string>>
  }
  /** Gives the way to stop. */
  on(listener: (event: ServerEvent | MenuChoice | OpenedEvent) => void): () => void
}
