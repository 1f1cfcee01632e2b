import type { ToolId } from '../tool/tool'
import type { ServedRequest } from './request'

/** After so long without a request, what follows has nothing to do with what was before. */
const SESSION_ENDS_MS = 30 * 60_000
/** A search so soon after one of which nothing was taken asks for the same, or for something else that is missing. */
const AGAIN_WITHIN_MS = 2 * 60_000

/** What became of a search. */
export type SearchOutcome =
  /** A tool that it gave was called, without a fault. */
  | 'called'
  /** The definition of a tool that it gave was fetched again, and none was called. */
  | 'fetched'
  /** Nothing it gave was taken, and another search followed at once. */
  | 'asked again'
  /** Nothing it gave was taken. */
  | 'nothing taken'
  /** It may still be followed by something. */
  | 'open'
  /** Calls of this agent do not come here, so nobody knows. */
  | 'unseen'
  /** It had no answer. */
  | 'failed'

/** A search with what followed in its session. */
export interface FollowedSearch {
  search: ServedRequest
  outcome: SearchOutcome
  /** Of the tools that it gave: those called without a fault, and those whose definition was fetched. */
  called: ToolId[]
  fetched: ToolId[]
  /** Called after it, and given by no search before in the session. */
  unlisted: ToolId[]
  /** The search that followed at once. */
  again?: ServedRequest
}

/** Searches with what followed them, oldest first. @param requests oldest first @param now ISO 8601 */
export function followUp(requests: readonly ServedRequest[], now: string): FollowedSearch[] {
  const sessions = new Map<string, FollowedSearch[]>()
  const lastAt = new Map<string, number>()
  const all: FollowedSearch[] = []
  for (const request of requests) {
    const at = Date.parse(request.at)
    const { session } = request
    if (at - (lastAt.get(session) ?? at) > SESSION_ENDS_MS) sessions.delete(session)
    lastAt.set(session, at)
    const searches = sessions.get(session) ?? []
    sessions.set(session, searches)
    if (request.did === 'search') {
      const followed = {
        search: request,
        outcome: 'open' as const,
        called: [],
        fetched: [],
        unlisted: [],
      }
      followAgain(searches.at(-1), request)
      searches.push(followed)
      all.push(followed)
    } else if (request.fault === undefined) {
      for (const tool of request.tools) take(searches, tool, request.did)
    }
  }
  for (const each of all) {
    const isOver = Date.parse(now) - (lastAt.get(each.search.session) ?? 0) > AGAIN_WITHIN_MS
    each.outcome = outcomeOf(each, isOver)
  }
  return all
}

function followAgain(before: FollowedSearch | undefined, search: ServedRequest): void {
  if (!before || before.called.length + before.fetched.length > 0) return
  const after = Date.parse(search.at) - Date.parse(before.search.at)
  if (after <= AGAIN_WITHIN_MS && search.query !== before.search.query) before.again = search
}

/** A tool is taken from the last search that gave it. */
function take(searches: FollowedSearch[], tool: ToolId, did: 'get' | 'call'): void {
  const from = searches.findLast(({ search }) => search.tools.includes(tool))
  const to = from
    ? from[did === 'call' ? 'called' : 'fetched']
    : did === 'call'
      ? searches.at(-1)?.unlisted
      : undefined
  if (to && !to.includes(tool)) to.push(tool)
}

function outcomeOf(
  { search, called, fetched, again }: FollowedSearch,
  isOver: boolean,
): SearchOutcome {
  if (search.fault !== undefined) return 'failed'
  if (called.length > 0) return 'called'
  if (fetched.length > 0) return 'fetched'
  if (again) return 'asked again'
  if (!search.seesCalls) return 'unseen'
  return isOver ? 'nothing taken' : 'open'
}
