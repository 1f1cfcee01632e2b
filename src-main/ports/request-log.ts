import type { ServedRequest } from '../domain/served/request'

/** What is kept of a workspace. */
export interface LoggedRequests {
  /** How many there are. */
  count: number
  /** All, oldest first; what cannot be read is left out. The same list as long as none comes. */
  all(): readonly ServedRequest[]
  /** The newest, oldest of them first: they are there much sooner than all. */
  newest(count: number): readonly ServedRequest[]
  bytes: number
  /** Beyond either, those kept longest are forgotten. */
  most: { bytes: number; days: number }
}

/**
 * Requests of served agents, kept in the folder of their workspace; several processes may add at
 * once.
 */
export interface RequestLog {
  /**
   * Keeps a request; once this is done, it outlives this process. @throws Problem `not-found` where
   * the workspace is gone, `storage`.
   */
  add(dir: string, request: ServedRequest): Promise<void>
  /** @throws Problem `unreadable`. */
  read(dir: string): Promise<LoggedRequests>
  /** Forgets all. @throws Problem `storage`. */
  clear(dir: string): Promise<void>
}
