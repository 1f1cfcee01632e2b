import { followUp, type FollowedSearch } from '../../domain/served/follow-up'
import type { ServedRequest } from '../../domain/served/request'
import type { LoggedRequests } from '../../ports/request-log'
import type { AppContext } from '../context'

/** Searches with what followed, by all requests that are kept. */
export async function followedIn(
  { requestLog, clock }: Pick<AppContext, 'requestLog' | 'clock'>,
  dir: string,
): Promise<{ kept: LoggedRequests; searches: FollowedSearch[] }> {
  const kept = await requestLog.read(dir)
  const requests = kept.all()
  const known = followed.get(requests)
  if (known && clock.elapsedMs() - known.atMs < FRESH_MS) return { kept, searches: known.searches }
  const searches = followUp(requests, clock.timestamp())
  followed.set(requests, { searches, atMs: clock.elapsedMs() })
  return { kept, searches }
}

/**
 * By the requests, which are the same as long as none came. What becomes of a search is known two
 * minutes later.
 */
const followed = new WeakMap<
  readonly ServedRequest[],
  { searches: FollowedSearch[]; atMs: number }
>()
const FRESH_MS = 10_000
