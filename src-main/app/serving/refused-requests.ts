import type { RefusedSoFar } from '../../contract/serving'
import type { AppContext } from '../context'
import type { RefusedRequest } from '../agent-endpoint'

/**
 * Requests that an endpoint did not hand on: only counted, since anyone on this machine can send
 * them.
 */
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
  let told = 0
  let stop: (() => void) | undefined
  const tell = (): void => {
    told = refused.count
    outdate(dir, 'serving.state')
  }
  const refused: RefusedRequests = {
    count: 0,
    add({ why }) {
      refused.count += 1
      refused.last = { at: clock.timestamp(), why }
      if (stop) return
      tell()
      stop = clock.every(TOLD_EVERY_MS, () => {
        if (told < refused.count) return tell()
        stop?.()
        stop = undefined
      })
    },
  }
  return refused
}
