import {
  GoldenPage,
  GoldenShow,
  type GoldenPageAnswer,
  type GoldenRow,
} from '../../contract/golden'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Clock } from '../../ports/clock'
import type { Catalog } from '../workspaces/catalog'
import { namedTools } from '../catalog/named-tools'
import type { Session } from '../workspaces/session'
import { leaksIn, leaksOfEach } from './leaks'
import { z } from 'zod'
import { ToolId } from '../../domain/tool/tool'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'

export const GoldenPageInput = z.object({
  dir: Dir,
  set: z.string().describe('its name'),
  search: SearchText.describe('only those that hold this text, in the query, a tool or a tag'),
  tag: z.string().optional().describe('only those with this tag'),
  tool: ToolId.optional().describe('only those of this tool'),
  show: GoldenShow.default('all').meta({
    title: 'which',
    description:
      'which: all; those that some tool fits, or none; those that leak; those that name a tool that is gone',
  }),
  ...GoldenPage,
})
export type GoldenPageInput = z.output<typeof GoldenPageInput>

type PageInput = GoldenPageInput

/** What is to be known of a set's queries besides what they say. */
interface Known {
  leaks: ReadonlyMap<string, GoldenRow['leaks']>
  counts: GoldenPageAnswer['counts']
  tags: GoldenPageAnswer['tags']
}

interface Asking {
  clock: Clock
  signal: AbortSignal
}

/**
 * By the lists that a session gives, which are the same until golden sets change or another program
 * commits, and the catalog.
 */
const known = new WeakMap<readonly GoldenQuery[], { catalog: Catalog; known: Known }>()

/** A page of a golden set. */
export async function pageOfGolden(
  session: Session,
  input: PageInput,
  asking: Asking,
): Promise<GoldenPageAnswer> {
  const catalog = await session.catalog()
  const queries = await session.goldenQueries(input.set)
  const { leaks, counts, tags } = await knownOf(queries, catalog, asking)
  const holds = saying(input.search)
  const found = queries.filter((query) => isShown(query, input, { leaks, catalog }) && holds(query))
  const rows = found.slice(input.offset, input.offset + input.limit).map((query) => ({
    id: query.id,
    query,
    tools: namedTools(query.tools, catalog),
    leaks: [...(leaks.get(query.id) ?? [])],
  }))
  return { total: found.length, rows, counts, tags }
}

async function knownOf(
  queries: readonly GoldenQuery[],
  catalog: Catalog,
  { clock, signal }: Asking,
): Promise<Known> {
  const earlier = known.get(queries)
  if (earlier?.catalog === catalog) return earlier.known
  const find = await leaksIn(catalog, clock)
  const leaks = await leaksOfEach(queries, find, yieldToEventLoop(clock, signal))
  const tags = Map.groupBy(
    queries.flatMap((query) => query.tags ?? []),
    (tag) => tag,
  )
  const found: Known = {
    leaks,
    counts: {
      all: queries.length,
      negative: queries.filter(({ tools }) => tools.length === 0).length,
      leaks: leaks.size,
      astray: queries.filter((query) => isAstray(query, catalog)).length,
    },
    tags: [...tags]
      .map(([tag, of]) => ({ tag, queries: of.length }))
      .sort((a, b) => (a.tag < b.tag ? -1 : 1)),
  }
  known.set(queries, { catalog, known: found })
  return found
}

function isShown(
  query: GoldenQuery,
  { show, tag, tool }: PageInput,
  { leaks, catalog }: Pick<Known, 'leaks'> & { catalog: Catalog },
): boolean {
  if (tag !== undefined && !query.tags?.includes(tag)) return false
  if (tool !== undefined && !query.tools.includes(tool)) return false
  if (show === 'leaks') return leaks.has(query.id)
  if (show === 'astray') return isAstray(query, catalog)
  return show === 'all' || (query.tools.length === 0) === (show === 'negative')
}

/** Whether a right tool, or that of an expected call, is not in the catalog. */
const isAstray = ({ tools, calls = [] }: GoldenQuery, catalog: Catalog): boolean =>
  [...tools, ...calls.map(({ tool }) => tool)].some((id) => !catalog.has(id))

function saying(search: string): (query: GoldenQuery) => boolean {
  const sought = search.trim().toLowerCase()
  const holds = (text: string) => text.toLowerCase().includes(sought)
  return ({ id, text, tools, tags = [] }) =>
    sought === '' || id === search || [text, ...tools, ...tags].some(holds)
}
