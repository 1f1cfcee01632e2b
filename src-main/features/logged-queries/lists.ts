import { LoggedTools } from '../../contract/logged-queries'
import type { Bundle } from '../../domain/query/bundle'
import { bundleOf, historyFigures, historyStock } from '../../domain/query/logged-queries'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { ToolId } from '../../domain/tool/tool'
import { heldOutOf, type FindHeldOut } from '../../evaluation/samples/held-out'
import type { Catalog } from '../../app/workspaces/catalog'
import { namedTools } from '../../app/catalog/named-tools'
import type { Session } from '../../app/workspaces/session'
import { z } from 'zod'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'
import type {
  HistoryBundlesAnswer,
  HistoryListAnswer,
  LoggedBundle,
  LoggedQuery,
} from './shared/answers'

const Place = {
  search: SearchText,
  ...page(100),
}

export const HistoryListInput = z.object({
  dir: Dir,
  tool: ToolId.optional().describe('only those of this tool'),
  bundle: LoggedTools.optional().describe('only those of just these tools'),
  ...Place,
  /** Those of which it is not known when they were logged come last. */
  sort: z.enum(['newest', 'oldest', 'query']).default('newest').describe('sort by'),
})
export type HistoryListInput = z.output<typeof HistoryListInput>

export const HistoryBundlesInput = z.object({
  dir: Dir,
  ...Place,
  sort: z.enum(['queries', 'newest', 'oldest']).default('queries').describe('sort by'),
})
export type HistoryBundlesInput = z.output<typeof HistoryBundlesInput>

/**
 * What is worked out of all logged queries is kept as long as the catalog of a commit is: there may
 * be 100,000.
 */
function keptOf<Value>(make: (bundles: readonly Bundle[], catalog: Catalog, by: string) => Value) {
  const known = new WeakMap<Catalog, Map<string, Value>>()
  return async (catalog: Catalog, by = ''): Promise<Value> => {
    const values = known.get(catalog) ?? new Map<string, Value>()
    known.set(catalog, values)
    const value = values.get(by) ?? make(await catalog.history(), catalog, by)
    values.set(by, value)
    return value
  }
}

const sumsOf = keptOf((bundles, catalog) => {
  const isKnown = (tool: ToolId) => catalog.has(tool)
  return { figures: historyFigures(bundles, isKnown), stock: historyStock(bundles, isKnown) }
})

/** Those without a date behind all others, whichever way they are sorted. */
function byDate(way: string) {
  const beyond = way === 'oldest' ? '~' : ''
  const dateOf = (date: string | undefined) => date ?? beyond
  return (a: string | undefined, b: string | undefined): number =>
    way === 'oldest' ? byText(dateOf(a), dateOf(b)) : byText(dateOf(b), dateOf(a))
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortedQueries = keptOf((bundles, _, sort) => {
  const dates = byDate(sort)
  return sort === 'query'
    ? bundles.toSorted((a, b) => byText(a.query.toLowerCase(), b.query.toLowerCase()))
    : bundles.toSorted((a, b) => dates(a.loggedAt, b.loggedAt))
})

const merged = keptOf((bundles): { of: readonly Bundle[]; sums: Omit<LoggedBundle, 'tools'> }[] =>
  [...Map.groupBy(bundles, bundleOf).values()].map((of) => {
    const dates = of.flatMap(({ loggedAt }) => loggedAt ?? []).sort()
    const oldest = dates[0]
    const newest = dates.at(-1)
    const sums = {
      queries: of.length,
      ...(oldest !== undefined && { first: oldest }),
      ...(newest !== undefined && { last: newest }),
      undated: of.length - dates.length,
      synthetic: of.filter(({ from }) => from === 'synthetic').length,
      example: of[0]?.query ?? '',
    }
    return { of, sums }
  }),
)

/** A page of logged queries. */
export async function pageOfQueries(
  session: Session,
  { tool, bundle, search, sort, offset, limit }: HistoryListInput,
  pause: () => Promise<unknown>,
): Promise<HistoryListAnswer> {
  const catalog = await session.catalog()
  const holds = saying(search)
  const wanted = bundle && bundleOf({ tools: bundle })
  const found = (await sortedQueries(catalog, sort)).filter(
    (each) =>
      (tool === undefined || each.tools.includes(tool)) &&
      (wanted === undefined || bundleOf(each) === wanted) &&
      holds(each),
  )
  const goldenOf = await goldenSetsOf(session, pause)
  const rows = found.slice(offset, offset + limit).map(({ tools, ...each }): LoggedQuery => {
    const golden = goldenOf(each.query)
    return { ...each, tools: namedTools(tools, catalog), ...(golden !== undefined && { golden }) }
  })
  return { total: found.length, rows, ...(await sumsOf(catalog)) }
}

/** A page of bundles. */
export async function pageOfBundles(
  session: Session,
  { search, sort, offset, limit }: HistoryBundlesInput,
): Promise<HistoryBundlesAnswer> {
  const catalog = await session.catalog()
  const holds = saying(search)
  const dates = byDate(sort)
  const found = (await merged(catalog))
    .filter(({ of }) => of.some(holds))
    .sort(({ sums: a }, { sums: b }) =>
      sort === 'queries'
        ? b.queries - a.queries || byText(a.example, b.example)
        : dates(sort === 'oldest' ? a.first : a.last, sort === 'oldest' ? b.first : b.last),
    )
  const rows = found
    .slice(offset, offset + limit)
    .map(({ of, sums }) => ({ ...sums, tools: namedTools(of[0]?.tools ?? [], catalog) }))
  return { total: found.length, rows, stock: (await sumsOf(catalog)).stock }
}

/**
 * Whether a logged query, or one of its tools, holds what is sought in any case, or its id is just
 * that.
 */
function saying(search: string): (logged: Pick<Bundle, 'id' | 'query' | 'tools'>) => boolean {
  const sought = search.trim().toLowerCase()
  return ({ id, query, tools }) =>
    sought === '' ||
    query.toLowerCase().includes(sought) ||
    tools.some((tool) => tool.toLowerCase().includes(sought)) ||
    id === search
}

/**
 * By the list that a session gives, which is the same until golden sets change or another program
 * commits.
 */
const finders = new WeakMap<readonly GoldenQuery[], FindHeldOut>()

/**
 * Finds the golden set that says a query, or nearly: by the rule by which logged queries are held
 * out of measuring.
 */
async function goldenSetsOf(
  session: Session,
  pause: () => Promise<unknown>,
): Promise<(query: string) => string | undefined> {
  const { goldenSets } = await session.store.read('goldenSets')
  const sets: { name: string; find: FindHeldOut }[] = []
  for (const { name } of goldenSets) {
    const queries = await session.goldenQueries(name)
    const asLogged = queries.map(({ id, text }) => ({ id, query: text }))
    const find = finders.get(queries) ?? (await heldOutOf(asLogged, pause))
    finders.set(queries, find)
    sets.push({ name, find })
  }
  return (query) => sets.find(({ find }) => find(query).length > 0)?.name
}
