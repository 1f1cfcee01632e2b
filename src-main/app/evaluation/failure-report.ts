import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { serverOf, tagsOf } from '../../domain/catalog-tool'
import type { CountedName, FailureCount, FailureFilter, MissingTool } from '../../domain/failure'
import type { GoldenQuery } from '../../domain/golden-set'
import { Problem } from '../../domain/problem'
import type { QueryOutcome } from '../../domain/run'
import type { ToolId } from '../../domain/tool'
import { toolsAt } from '../../evaluation/judged'
import type { Call } from '../app'
import type { Catalog } from '../catalog'
import type { AppContext } from '../handlers'
import type { Session } from '../session'
import { withFailures, type Failures } from './failures'
import type { MeasuredRuns } from './measured-runs'

type Context = AppContext & { measured: MeasuredRuns }

/** Queries looked up for a list of them: a second or two. More are looked up where that is asked for, and can be followed. */
const MOST_FOR_A_LIST = 400

/** Tools, tags and servers that are listed, those most often missing. */
const MOST_LISTED = 200

/** Where a run fails at one k, counted; looks up why first, as far as that is asked for. */
export const reportFailures = (
  context: Context,
  { lookUp: most = Infinity, ...input }: ParsedInput<'evaluation.failures'>,
  call: Call,
): Promise<RouteOutput<'evaluation.failures'>> =>
  withFailures(context, input, {
    call,
    work: async ({ failures, prepared: { catalog }, lookUp }, session) => {
      const left = failures.failed.filter((at) => !failures.known.has(at))
      if (most > 0) await lookUp(left.slice(0, most))
      const facts = factsOf(catalog, await queryTags(session, failures))
      return reportOf(failures, input.run, facts)
    },
  })

/** What tools and queries carry, to count by. */
interface Facts {
  nameOf(tool: ToolId): { name: string; server?: string }
  tagsOf(tool: ToolId): string[]
  serverOf(tool: ToolId): string
  /** By the query's id. */
  queryTags: ReadonlyMap<string, readonly string[]>
}

/** Of what the catalog does not hold nothing is known but the id. */
function factsOf(catalog: Catalog, queryTags: Facts['queryTags']): Facts {
  const entryOf = (tool: ToolId) => (catalog.has(tool) ? catalog.tool(tool) : undefined)
  const serverIn = (tool: ToolId) => {
    const entry = entryOf(tool)
    return (entry && serverOf(entry)) ?? ''
  }
  return {
    nameOf(tool) {
      const server = serverIn(tool)
      return { name: entryOf(tool)?.tool.name ?? tool, ...(server !== '' && { server }) }
    },
    tagsOf(tool) {
      const entry = entryOf(tool)
      return entry ? tagsOf(entry) : []
    },
    serverOf: serverIn,
    queryTags,
  }
}

/** As the golden set has them today; none where it is gone. */
async function queryTags(session: Session, { open }: Failures): Promise<Facts['queryTags']> {
  const golden = await session.goldenQueries(open.run.goldenSet).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-found') return [] as GoldenQuery[]
    throw error
  })
  return new Map(golden.map(({ id, tags = [] }) => [id, tags]))
}

function reportOf(
  failures: Failures,
  run: string,
  facts: Facts,
): RouteOutput<'evaluation.failures'> {
  const { open, k, failed, known, asksModel, sameCatalog } = failures
  const looked = failed.flatMap((at) => known.get(at) ?? [])
  const counted = countTools(failures, facts)
  return {
    run,
    ...(k !== undefined && { k }),
    queries: open.outcomes.length,
    failed: failed.length,
    missing: counted.missing,
    left: failed.length - looked.length,
    classes: classesOf(looked.map(({ missing }) => missing)),
    askedAgain: looked.filter(({ askedAgain }) => askedAgain).length,
    differing: looked.filter(({ differs }) => differs).length,
    ...{ sameCatalog, asksModel },
    tools: most(counted.tools).map(([tool, counts]) => ({
      ...{ tool: tool as ToolId, ...facts.nameOf(tool as ToolId) },
      ...counts,
    })),
    toolsInAll: [...counted.tools.values()].filter(({ missing }) => missing > 0).length,
    tags: named(counted.tags),
    servers: named(counted.servers),
    queryTags: named(counted.queryTags),
  }
}

type Counts = Map<string, { golden: number; missing: number }>

/** Of every golden tool of every query whether it is missing; of each tag of a query whether the query fails. */
function countTools({ open, k }: Failures, facts: Facts) {
  const tools: Counts = new Map()
  const tags: Counts = new Map()
  const servers: Counts = new Map()
  const queryTags: Counts = new Map()
  let missing = 0
  for (const outcome of open.outcomes) {
    const given = new Set(toolsAt(outcome, k))
    const golden = [...new Set(outcome.golden)]
    for (const tool of golden) {
      const isMissing = !given.has(tool)
      if (isMissing) missing++
      add(tools, [tool], isMissing)
      add(tags, facts.tagsOf(tool), isMissing)
      add(servers, [facts.serverOf(tool)], isMissing)
    }
    const fails = golden.some((tool) => !given.has(tool))
    add(queryTags, facts.queryTags.get(outcome.id) ?? [], fails)
  }
  return {
    ...{ missing, tools: tools, tags: tags },
    ...{ servers: servers, queryTags: queryTags },
  }
}

function add(counts: Counts, names: readonly string[], isMissing: boolean): void {
  for (const name of new Set(names)) {
    const { golden, missing } = counts.get(name) ?? { golden: 0, missing: 0 }
    counts.set(name, { golden: golden + 1, missing: missing + (isMissing ? 1 : 0) })
  }
}

/** Those with anything missing, the most first; of equal ones the more often golden last, then by name. */
const most = (counts: Counts) =>
  [...counts]
    .filter(([, { missing }]) => missing > 0)
    .sort(
      ([a, one], [b, other]) =>
        other.missing - one.missing || one.golden - other.golden || (a < b ? -1 : 1),
    )
    .slice(0, MOST_LISTED)

const named = (counts: Counts): CountedName[] =>
  most(counts).map(([name, count]) => ({ name, ...count }))

function classesOf(missing: readonly (readonly MissingTool[])[]): FailureCount[] {
  const found = new Map<string, FailureCount>()
  for (const ofQuery of missing) {
    const seen = new Set<string>()
    for (const { fate, by, noSharedWord } of ofQuery) {
      const key = JSON.stringify([fate, by?.stage])
      const count = found.get(key) ?? {
        ...{ fate, ...(by && { by: { stage: by.stage } }) },
        ...{ tools: 0, queries: 0, noSharedWord: 0 },
      }
      found.set(key, {
        ...count,
        tools: count.tools + 1,
        queries: count.queries + (seen.has(key) ? 0 : 1),
        noSharedWord: count.noSharedWord + (noSharedWord ? 1 : 0),
      })
      seen.add(key)
    }
  }
  return [...found.values()].sort((a, b) => b.tools - a.tools || (a.fate < b.fate ? -1 : 1))
}

/**
 * The failed queries that pass a filter, by place in `outcomes`, the worst first: the least recall, and of equal ones those whose
 * tool was lost furthest down. Where the filter asks why, those of which that is known, or soon looked up.
 */
export const failedPlaces = (
  context: Context,
  input: { dir: string; run: string; k?: number | undefined; lost: FailureFilter },
  call: Call,
): Promise<Set<number>> =>
  withFailures(context, input, {
    call,
    work: async ({ failures, prepared: { catalog }, lookUp }, session) => {
      const { lost } = input
      const tags = lost.queryTag === undefined ? NO_TAGS : await queryTags(session, failures)
      const facts = factsOf(catalog, tags)
      const { open, k, failed, known } = failures
      const sought = failed.filter((at) =>
        isSought(open.outcomes[at] as QueryOutcome, k, { filter: lost, facts }),
      )
      const asksWhy = lost.fate !== undefined || lost.stage !== undefined
      const left = sought.filter((at) => !known.has(at))
      if (asksWhy && left.length <= MOST_FOR_A_LIST) await lookUp(left)
      const lostIn = (at: number) =>
        (known.get(at)?.missing ?? []).filter((missing) => isLost(missing, { filter: lost, facts }))
      const found = asksWhy ? sought.filter((at) => lostIn(at).length > 0) : sought
      const { recall } = open.judged(k)
      return new Set(worstFirst(found, { recall, depthOf: (at) => depthOf(lostIn(at)) }))
    },
  })

const NO_TAGS: Facts['queryTags'] = new Map()

interface Filtering {
  filter: FailureFilter
  facts: Facts
}

const isLost = ({ fate, by, tool }: MissingTool, { filter, facts }: Filtering): boolean =>
  (filter.fate === undefined || fate === filter.fate) &&
  (filter.stage === undefined || by?.stage === filter.stage) &&
  passes(tool, filter, facts)

/** How far down the tools of a query were lost: what no search found furthest of all, what is not known yet not at all. */
const depthOf = (missing: readonly MissingTool[]): number =>
  Math.max(0, ...missing.map(({ rank = Infinity }) => rank))

function worstFirst(
  places: readonly number[],
  { recall, depthOf: depth }: { recall: Float64Array; depthOf: (at: number) => number },
): number[] {
  return places
    .map((at) => ({ at, recall: recall[at] as number, depth: depth(at) }))
    .sort((a, b) => a.recall - b.recall || (a.depth === b.depth ? 0 : b.depth - a.depth))
    .map(({ at }) => at)
}

/** Whether a query misses a tool that is such, as far as the run stored that. */
function isSought(
  outcome: QueryOutcome,
  k: number | undefined,
  { filter, facts }: Filtering,
): boolean {
  const given = new Set(toolsAt(outcome, k))
  const { queryTag } = filter
  const isOfTag = queryTag === undefined || facts.queryTags.get(outcome.id)?.includes(queryTag)
  return !!isOfTag && outcome.golden.some((tool) => !given.has(tool) && passes(tool, filter, facts))
}

const passes = (tool: ToolId, { tool: only, tag, server }: FailureFilter, facts: Facts): boolean =>
  (only === undefined || tool === only) &&
  (tag === undefined || facts.tagsOf(tool).includes(tag)) &&
  (server === undefined || facts.serverOf(tool) === server)
