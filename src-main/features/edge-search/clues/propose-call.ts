import type { PrepareCall } from '../../../pipeline/stage'

/** How looking for edges is stopped and followed. */
export interface ProposeCall {
  signal: AbortSignal
  /** How embedding the tools is followed. */
  prepare?: PrepareCall
  /** Awaited between any two tools, so that others may have their turn. */
  pause(): Promise<unknown>
  onProgress(what: string, done: number, total: number): void
}
