import type { MostBytes } from './child-transport'
import type { ServerTransport } from './server-transport'

/** What is taken of one server. */
export interface ListingLimits {
  pages: number
  tools: number
  /** Of one message, which is read in one go, and of all that it sends. */
  bytes: MostBytes
  /** Until its first answer. */
  firstMs: number
  /** For everything. */
  allMs: number
}

export interface How {
  /** Of this program, which servers are told. */
  version: string
  limits: ListingLimits
}

/** What is begun with a server over a transport that was not started yet. */
export interface Speaking extends How {
  reached: ServerTransport
  protocol: string | undefined
  signal: AbortSignal
}
