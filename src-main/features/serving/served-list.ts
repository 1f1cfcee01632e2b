import { z } from 'zod'
import { page } from '../../contract/page'
import { SearchText } from '../../contract/search-text'
import {
  ServedShow,
  type ServedListAnswer,
  type ServedRow,
  type ServedSumsAnswer,
} from './shared/answers'
import { Dir } from '../../contract/workspace'
import { isTold } from '../../domain/served/evidence'
import { followUp, type FollowedSearch } from '../../domain/served/follow-up'
import type { ServedRequest } from '../../domain/served/request'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../../app/workspaces/catalog'
import { namedTools } from '../../app/catalog/named-tools'
import type { AppContext } from '../../app/context'
import { followedIn } from '../../app/served/followed-searches'

export const ServedListInput = z.object({
  dir: Dir,
  show: ServedShow.default('all').describe('which of them'),
  search: SearchText,
  ...page(100),
})
export type ServedListInput = z.output<typeof ServedListInput>

/**
 * What became of a search is read off what came later, and whose a call was off a few requests
 * before.
 */
const BEFORE = 500

/** A page of the requests of agents, newest first. */
export async function listServed(
  context: AppContext,
  { dir, show, search, offset, limit }: ServedListInput,
): Promise<ServedListAnswer> {
  const catalog = await (await context.sessions.of(dir)).catalog()
  const isWhole = search === '' && show === 'all'
  const { total, found, searches } = isWhole
    ? await newestOf(context, dir, offset + limit)
    : await fitting(context, { dir, show, search })
  const byId = new Map(searches.map((each) => [each.search.id, each]))
  const end = Math.max(0, found.length - offset)
  const rows = found
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map((request) => rowOf(request, byId.get(request.id), catalog))
  return { total, rows }
}

async function newestOf({ requestLog, clock }: AppContext, dir: string, count: number) {
  const kept = await requestLog.read(dir)
  const found = kept.newest(count + BEFORE)
  return { total: kept.count, found, searches: followUp(found, clock.timestamp()) }
}

async function fitting(
  context: AppContext,
  { dir, show, search }: Pick<ServedListInput, 'dir' | 'show' | 'search'>,
) {
  const { kept, searches } = await followedIn(context, dir)
  const outcomes = new Map(searches.map((each) => [each.search.id, each]))
  const holds = saying(search)
  const found = kept
    .all()
    .filter((request) => shows(show, request, outcomes.get(request.id)) && holds(request))
  return { total: found.length, found, searches }
}

/** What there is of requests in all. */
export async function servedSums(
  context: AppContext,
  { dir }: { dir: string },
): Promise<ServedSumsAnswer> {
  await context.sessions.of(dir)
  const { kept, searches } = await followedIn(context, dir)
  const { bytes, most } = kept
  const since = kept.all()[0]?.at
  return {
    bytes,
    most,
    counts: countsOf(kept.all(), searches),
    ...(since !== undefined && { since }),
    ...wordingsOf(searches),
  }
}

/** Nothing where all agents read the same. */
function wordingsOf(searches: readonly FollowedSearch[]): Pick<ServedSumsAnswer, 'wordings'> {
  const told = searches.filter(isTold)
  const groups = Map.groupBy(told, ({ search }) => search.wording ?? 'standard')
  if (groups.size < 2) return {}
  const wordings = [...groups].map(([wording, of]) => ({
    wording,
    searches: of.length,
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
): ServedSumsAnswer['counts'] {
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
