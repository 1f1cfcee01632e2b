import { bundleOf } from '../../domain/query/logged-queries'
import { followUp, type FollowedSearch } from '../../domain/served/follow-up'
import { takenOf, type Grade } from '../../domain/served/evidence'
import type { ServedRequest } from '../../domain/served/request'
import { perApp } from '../action'
import type { AppContext } from '../context'
import { logServed } from './log-served'

/** Requests that are held against each other; a session is rarely as long. */
const MOST_RECENT = 500
/** Several calls after one search become one logged query, and calls of many agents one commit. */
const GATHERED_MS = 5_000

interface Recent {
  requests: ServedRequest[]
  /** What was logged since this program began: who removes one does not find it there again. */
  logged: Set<string>
  stop?: () => void
}

const recentOf = perApp(() => new Map<string, Recent>())

/**
 * Has what agents take become logged queries by itself, where a person chose that. What is not done
 * by the end can be taken later.
 */
export function takeAtOnce(context: AppContext, dir: string, request: ServedRequest): void {
  const all = recentOf(context)
  const recent = all.get(dir) ?? { requests: [], logged: new Set<string>() }
  all.set(dir, recent)
  recent.requests.push(request)
  if (recent.requests.length > MOST_RECENT) recent.requests.shift()
  if (request.did === 'search' || recent.stop) return
  recent.stop = context.clock.every(GATHERED_MS, () => {
    recent.stop?.()
    delete recent.stop
    // What cannot be written now stays among the requests, to be taken later.
    void take(context, dir, recent).catch(() => undefined)
  })
}

async function take(context: AppContext, dir: string, recent: Recent): Promise<void> {
  const { takesRequests: grade } = await context.settings.read()
  if (grade === 'reviewed') return
  const keyOf = (each: FollowedSearch) =>
    `${each.search.id}\n${bundleOf({ tools: takenOf(each, grade) })}`
  const fresh = followUp(recent.requests, context.clock.timestamp()).filter(
    (each) => takenOf(each, grade).length > 0 && !recent.logged.has(keyOf(each)),
  )
  if (fresh.length === 0) return
  await logServed(await context.sessions.of(dir), fresh, grade satisfies Grade)
  for (const each of fresh) recent.logged.add(keyOf(each))
}
