import { z } from 'zod'
import { page } from '../../contract/page'
import { SearchText } from '../../contract/search-text'
import { ServedShow, type ServedListAnswer, type ServedRow } from '../../contract/served'
import { Dir } from '../../contract/workspace'
import { UNTOLD } from '../../domain/served/evidence'
import { followUp, type FollowedSearch } from '../../domain/served/follow-up'
import type { ServedRequest } from '../../domain/served/request'
import type { ToolId } from '../../domain/tool/tool'
import type { KeptRequests } from '../../ports/request-log'
import type { Catalog } from '../catalog/catalog'
import { namedTools } from '../catalog/named-tools'
import type { AppContext } from '../context'

export const ServedListInput = z.object({
  dir: Dir,
  show: ServedShow.default('all').describe('which of them'),
  search: SearchText,
  ...page(100),
})
export type ServedListInput = z.output<typeof ServedListInput>

/** Searches with what followed, by the requests that are kept. */
export async function followedIn(
  { requestLog, clock }: Pick<AppContext, 'requestLog' | 'clock'>,
  dir: string,
): Promise<KeptRequests & { searches: FollowedSearch[] }> {
  const kept = await requestLog.read(dir)
  const known = followed.get(kept.requests)
  if (known && clock.elapsedMs() - known.atMs < FRESH_MS)
    return { ...kept, searches: known.searches }
  const searches = followUp(kept.requests, clock.timestamp())
  followed.set(kept.requests, { searches, atMs: clock.elapsedMs() })
  return { ...kept, searches }
}

/** By the requests, which are the same as long as none came. What becomes of a search is known two minutes later. */
const followed = new WeakMap<
  readonly ServedRequest[],
  { searches: FollowedSearch[]; atMs: number }
>()
const FRESH_MS = 10_000

/** A page of the requests of agents, newest first. */
export async function listServed(
  context: AppContext,
  { dir, show, search, offset, limit }: ServedListInput,
): Promise<ServedListAnswer> {
  const catalog = await (await context.sessions.of(dir)).catalog()
  const { requests, searches, bytes, most } = await followedIn(context, dir)
  const byId = new Map(searches.map((each) => [each.search.id, each]))
  const holds = saying(search)
  const isShown = (request: ServedRequest) =>
    shows(show, request, byId.get(request.id)) && holds(request)
  const found = search === '' && show === 'all' ? requests : requests.filter(isShown)
  const end = Math.max(0, found.length - offset)
  const rows = found
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map((request) => rowOf(request, byId.get(request.id), catalog))
  const since = requests[0]?.at
  return {
    ...{ total: found.length, rows, bytes, most, counts: countsOf(requests, searches) },
    ...(since !== undefined && { since }),
    ...wordingsOf(searches),
  }
}

/** Nothing where all agents read the same. */
function wordingsOf(searches: readonly FollowedSearch[]): Pick<ServedListAnswer, 'wordings'> {
  const told = searches.filter(({ outcome }) => !UNTOLD.has(outcome))
  const groups = Map.groupBy(told, ({ search }) => search.wording ?? 'standard')
  if (groups.size < 2) return {}
  const wordings = [...groups].map(([wording, of]) => ({
    ...{ wording, searches: of.length },
    taken: of.filter(({ outcome }) => outcome === 'called' || outcome === 'fetched').length,
  }))
  return { wordings }
}

function shows(
  show: ServedShow,
  { did }: ServedRequest,
  followed: FollowedSearch | undefined,
): boolean {
  if (show === 'all') return true
  return show === 'searches' ? did === 'search' : followed?.outcome === show
}

function countsOf(
  requests: readonly ServedRequest[],
  searches: readonly FollowedSearch[],
): ServedListAnswer['counts'] {
  const counts = { ...ZERO, all: requests.length, searches: searches.length }
  for (const { outcome } of searches) {
    if (outcome !== 'open' && outcome !== 'unseen') counts[outcome] += 1
  }
  return counts
}

const ZERO = Object.fromEntries(ServedShow.options.map((show) => [show, 0])) as Record<
  ServedShow,
  number
>

/** Whether a request holds what is sought in any case, in its query, its tools or its client. */
function saying(search: string): (request: ServedRequest) => boolean {
  const sought = search.trim().toLowerCase()
  return ({ query = '', tools, client = '' }) =>
    sought === '' ||
    query.toLowerCase().includes(sought) ||
    client.toLowerCase().includes(sought) ||
    tools.some((tool) => tool.toLowerCase().includes(sought))
}

function rowOf(
  { tools, session: _, ...request }: ServedRequest,
  followed: FollowedSearch | undefined,
  catalog: Catalog,
): ServedRow {
  const named = (ids: readonly ToolId[]) => namedTools(ids, catalog)
  const row = { ...request, tools: named(tools) }
  if (!followed) return row
  const { outcome, called, fetched, unlisted, again } = followed
  return {
    ...row,
    outcome,
    ...(called.length > 0 && { called: named(called) }),
    ...(fetched.length > 0 && { fetched: named(fetched) }),
    ...(unlisted.length > 0 && { unlisted: named(unlisted) }),
    ...(again?.query !== undefined && { again: again.query }),
  }
}
