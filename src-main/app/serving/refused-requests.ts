import type { RefusedSoFar } from '../../contract/serving'
import type { AppContext } from '../context'
import type { RefusedRequest } from './agent-endpoint'

/** Requests that an endpoint did not hand on: only counted, since anyone on this machine can send them. */
export interface RefusedRequests {
  count: number
  last?: Omit<RefusedSoFar, 'count'>
  add: (refused: RefusedRequest) => void
}

/** Whoever looks is told so often at most. */
const TOLD_EVERY_MS = 2_000

export function refusedRequests(
  { clock, outdate }: Pick<AppContext, 'clock' | 'outdate'>,
  dir: string,
): RefusedRequests {
  let toldMs = -Infinity
  const refused: RefusedRequests = {
    count: 0,
    add({ why }) {
      refused.count += 1
      refused.last = { at: clock.timestamp(), why }
      if (clock.elapsedMs() - toldMs < TOLD_EVERY_MS) return
      toldMs = clock.elapsedMs()
      outdate(dir, 'serving.state')
    },
  }
  return refused
}
