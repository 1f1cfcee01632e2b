import type { Briefing, RefusedSoFar } from '../contract/serving'
import type { App } from './app'

/** What an endpoint gives agents when they connect, and the app that answers them. */
interface Served {
  dispatch: App['dispatch']
  version: string
  briefing: () => Promise<Briefing>
  /** Which workspace is asked. */
  asked: { dir: string; of: string }
}

/**
 * A request that an endpoint did not hand on: of it nothing is kept, since anyone on this machine
 * can send one.
 */
export interface RefusedRequest {
  why: RefusedSoFar['why']
}

/** Where agents ask over HTTP, until it is closed. */
export interface AgentEndpoint {
  url: string
  close(): Promise<void>
}

/**
 * Opens an endpoint at a port of this machine, 0 for any that is free, for whoever has the token.
 * @throws Problem `bad-input` for a port that programs may not use, `busy` where it is in use.
 */
export type ServeAgents = (
  served: Served,
  at: {
    port: number
    /** Asked for each request: a new one counts at once. */
    token: () => Promise<string>
    onRefused?: (refused: RefusedRequest) => void
  },
) => Promise<AgentEndpoint>
