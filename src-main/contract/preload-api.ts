import type { ClientMessage, Reply, ServerEvent } from './reply'

/** The three messages, as `window.pegboard` offers them in the desktop window. */
export interface PreloadApi {
  request(message: Extract<ClientMessage, { kind: 'request' }>): Promise<Reply<unknown>>
  cancel(id: string): void
  /** Gives the way to stop. */
  on(listener: (event: ServerEvent) => void): () => void
}
