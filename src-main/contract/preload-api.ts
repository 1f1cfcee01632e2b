import type { MenuChoice, MenuCommand } from './menu'
import type { ClientMessage, Reply, ServerEvent } from './reply'

/** The messages, as `window.pegboard` offers them in the desktop window. */
export interface PreloadApi {
  request(message: Extract<ClientMessage, { kind: 'request' }>): Promise<Reply<unknown>>
  cancel(id: string): void
  /** Where the system has menus: what they offer from now on. */
  offer?(commands: MenuCommand[]): void
  /** Gives the way to stop. */
  on(listener: (event: ServerEvent | MenuChoice) => void): () => void
}
