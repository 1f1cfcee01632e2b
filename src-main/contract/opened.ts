import { z } from 'zod'

/**
 * Stands for a file that the system opened with the program: the window hands it in by that, and
 * never names a path.
 */
export const Ticket = z.uuid()

/** Where a link of the program leads. Whether that is here, the window sees. */
export interface LinkPlace {
  /** The name of a workspace's folder. */
  workspace: string
  section?: string
  /** A tool's id. */
  tool?: string
}

/** What the system opened with the program: a file, a link, or what is neither, told in words. */
export type Opened =
  | { kind: 'file'; ticket: string; name: string }
  | { kind: 'link'; place: LinkPlace }
  | { kind: 'refused'; text: string }

/** Tells a window of it. */
export interface OpenedEvent {
  kind: 'opened'
  opened: Opened
}
