import type { Broadcast, Progress, Reply } from '../contract/reply'

export interface Call {
  signal: AbortSignal
  emit: (progress: Progress) => void
}

/** The product without a face: what hosts start, send requests to and close. */
export interface App {
  /** Validates, calls, replies. Never throws and never rejects. */
  dispatch(action: string, input: unknown, call: Call): Promise<Reply<unknown>>
  /**
   * Calls back on every change of an open workspace, by this process or another, and every notice;
   * gives the way to stop.
   */
  onBroadcast(listener: (event: Broadcast) => void): () => void
  close(): Promise<void>
}
