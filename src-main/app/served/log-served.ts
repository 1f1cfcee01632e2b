import type { Bundle } from '../../domain/query/bundle'
import { takenOf, type Grade } from '../../domain/served/evidence'
import type { FollowedSearch } from '../../domain/served/follow-up'
import { changeHistory, type HistoryPlan } from '../logged-queries/change-logged'
import { noRoomFor, settleLogged } from '../logged-queries/settle-logged'
import type { Catalog } from '../workspaces/catalog'
import type { Session } from '../workspaces/session'

/** Searches that became logged queries. */
export interface ServedLogAnswer {
  added: number
  /** There already with the same tools. */
  merged: number
  /** Of which no taken tool is in the catalog any more. */
  gone: number
  change?: string
}

/**
 * Makes searches of which something was taken logged queries: each with the tools that were taken
 * and are in the catalog.
 */
export const logServed = (
  session: Session,
  searches: readonly FollowedSearch[],
  grade: Grade,
): Promise<ServedLogAnswer> =>
  changeHistory(session, (bundles, catalog) => plannedLog({ bundles, catalog }, searches, grade))

/** What logging them would change. @throws Problem `bad-input` where there is no room. */
export function plannedLog(
  { bundles, catalog }: { bundles: readonly Bundle[]; catalog: Catalog },
  searches: readonly FollowedSearch[],
  grade: Grade,
): HistoryPlan<Omit<ServedLogAnswer, 'change'>> {
  const taken = searches.flatMap((each) => {
    const tools = takenOf(each, grade)
    return tools.length > 0 ? [{ each, tools: tools.filter((tool) => catalog.has(tool)) }] : []
  })
  const there = taken.filter(({ tools }) => tools.length > 0)
  const logged = there.map(({ each: { search, called }, tools }) => ({
    query: search.query ?? '',
    tools,
    loggedAt: search.at,
    from: 'served' as const,
    grade: tools.every((tool) => called.includes(tool))
      ? ('called' as const)
      : ('fetched' as const),
  }))
  const { put, merged, beyond } = settleLogged(bundles, logged)
  if (beyond > 0) throw noRoomFor(beyond)
  const gone = taken.length - there.length
  return {
    added: put,
    what: `Logged ${put.length} served ${put.length === 1 ? 'request' : 'requests'}`,
    answer: { added: put.length, merged, gone },
  }
}
