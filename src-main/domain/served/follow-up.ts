import type { ToolId } from '../tool/tool'
import type { ServedRequest } from './request'

/** After so long without a request, what follows has nothing to do with what was before. */
export const SESSION_ENDS_MS = 30 * 60_000
/**
 * A search so soon after one of which nothing was taken asks for the same, or for something else
 * that is missing.
 */
const AGAIN_WITHIN_MS = 2 * 60_000

/** What became of a search. */
export type SearchOutcome =
  /** A tool that it gave was called, without a fault. */
  | 'called'
  /** A tool that it gave was called, and that failed or was refused. */
  | 'tried'
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
  /** It had no answer, or nothing was taken of one that lacked what failed. */
  | 'failed'

/** A search with what followed in its session. */
export interface FollowedSearch {
  search: ServedRequest
  outcome: SearchOutcome
  /**
   * Of the tools that it gave: those called without a fault, and those whose definition was
   * fetched.
   */
  called: ToolId[]
  fetched: ToolId[]
  /** Called, and every call failed or was refused. */
  tried: ToolId[]
  /** Called after it, and given by no search before in the session. */
  unlisted: ToolId[]
  /** The search that followed at once. */
  again?: ServedRequest
}

/**
 * Searches with what followed them, oldest first.
 * @param requests oldest first
 * @param now ISO 8601
 */
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
        tried: [],
        unlisted: [],
      }
      followAgain(searches.at(-1), request)
      searches.push(followed)
      all.push(followed)
    } else {
      for (const tool of request.tools) take(searches, tool, request)
    }
  }
  const nowMs = Date.parse(now)
  for (const each of all) {
    const isOver = nowMs - (lastAt.get(each.search.session) ?? 0) > AGAIN_WITHIN_MS
    each.outcome = outcomeOf(each, isOver)
  }
  return all
}

function followAgain(before: FollowedSearch | undefined, search: ServedRequest): void {
  if (!before || isTaken(before)) return
  const after = Date.parse(search.at) - Date.parse(before.search.at)
  if (after <= AGAIN_WITHIN_MS && search.query !== before.search.query) before.again = search
}

const isTaken = ({ called, fetched, tried }: FollowedSearch): boolean =>
  called.length + fetched.length + tried.length > 0

/** A tool is taken from the last search that gave it. */
function take(
  searches: readonly FollowedSearch[],
  tool: ToolId,
  { did, fault }: Pick<ServedRequest, 'did' | 'fault'>,
): void {
  const from = searches.findLast(({ search }) => search.tools.includes(tool))
  if (!from) {
    if (did === 'call' && fault === undefined) add(searches.at(-1)?.unlisted, tool)
  } else if (did === 'get') add(from.fetched, tool)
  else if (fault === undefined) {
    add(from.called, tool)
    from.tried = from.tried.filter((each) => each !== tool)
  } else if (!from.called.includes(tool)) add(from.tried, tool)
}

function add(tools: ToolId[] | undefined, tool: ToolId): void {
  if (tools && !tools.includes(tool)) tools.push(tool)
}

function outcomeOf(each: FollowedSearch, isOver: boolean): SearchOutcome {
  const { search, called, tried, fetched, again } = each
  if (search.fault !== undefined) return 'failed'
  if (called.length > 0) return 'called'
  if (tried.length > 0) return 'tried'
  if (fetched.length > 0) return 'fetched'
  if (search.lacking) return 'failed'
  // It may have called something where nobody saw that, and asked for something else then.
  if (!search.seesCalls) return 'unseen'
  if (again) return 'asked again'
  return isOver ? 'nothing taken' : 'open'
}
