import type { EdgeEffect } from '../../contract/proposal-routes'
import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { dependenciesOf, visibilityOf } from '../../domain/catalog-tool'
import { evenly } from '../../domain/evenly'
import type { GoldenQuery } from '../../domain/golden-set'
import { DependencyKind, type Dependency, type ToolId } from '../../domain/tool'
import { judgedAt, standingOf } from '../../evaluation/judged'
import { averagePrecision, recall } from '../../evaluation/measures'
import { turns } from '../../evaluation/turns'
import { walk, type ToolGraph } from '../../pipeline/dependencies/walk'
import { answerQuery, prepareRecipe, type Prepared } from '../answering'
import type { Call } from '../app'
import { counting } from '../call-progress'
import type { Catalog } from '../catalog'
import type { AppContext } from '../handlers'
import type { Session } from '../session'
import { chosenProposals, decisionsOf, isWritable, type Proposed } from './chosen-proposals'
import type { Looks } from './looks'

/** Tools found for a query of which all needs are taken along. Graph RAG-Tool Fusion, section 3. */
const SEEDS = 3
/** Queries measured, evenly spread where more name a touched tool: an answer within seconds, the first time. */
const MOST_QUERIES = 300
const MOST_EXAMPLES = 5

type Input = ParsedInput<'proposals.effect'>
type Context = AppContext & { looks: Looks }

/**
 * What accepting proposals would do to the golden queries that name a tool that would get an edge: the first tools that
 * `hybrid` finds, each with all it needs, with today's edges and with these besides. Writes nothing.
 */
export async function edgeEffect(
  context: Context,
  input: Input,
  call: Call,
): Promise<RouteOutput<'proposals.effect'>> {
  const session = await context.sessions.of(input.dir)
  return session.withCatalog(async (catalog) => {
    const decisions = await decisionsOf(session)
    const chosen = chosenProposals(input.chosen, { ...context, session, catalog, decisions })
    const edges = chosen.filter((each) => isWritable(catalog, each))
    const touched = new Set(edges.map(({ from }) => from))
    const goldenSet = input.goldenSet ?? (await tellingSet(session))
    const all = goldenSet === undefined ? [] : await session.goldenQueries(goldenSet)
    const naming = all.filter(({ tools }) => tools.some((id) => touched.has(id)))
    if (goldenSet === undefined || naming.length === 0) return {}
    const foundFor = await searcher(context, { session, catalog, dir: input.dir }, call)
    const some = { queries: evenly(naming, MOST_QUERIES), all: evenly(all, MOST_QUERIES) }
    const onProgress = counting(call.emit, 'Asking golden queries', 'queries')
    const graphs = { today: graphOf(catalog, []), then: graphOf(catalog, edges), k: input.k }
    const measured = new Map<GoldenQuery, Measured>()
    const asked = new Set([...some.queries, ...some.all])
    for (const query of asked) {
      const seeds = await foundFor(query.text)
      measured.set(query, measure(query, seeds, graphs))
      if (measured.size % 10 === 0) onProgress(measured.size, asked.size)
    }
    const of = (queries: readonly GoldenQuery[]) =>
      queries.flatMap((each) => measured.get(each) ?? [])
    return {
      effect: {
        ...{ goldenSet, k: input.k, edges: edges.length, of: naming.length },
        ...means(of(some.queries)),
        ...changes(of(some.queries)),
        overall: { ...means(of(some.all)), of: all.length },
      },
    }
  })
}

/** The golden set that tells most of edges: the one whose queries name most tools. */
async function tellingSet(session: Session): Promise<string | undefined> {
  const { goldenSets } = await session.store.read('goldenSets')
  const perQuery = await Promise.all(
    goldenSets.map(async ({ name }) => {
      const queries = await session.goldenQueries(name)
      const named = queries.reduce((sum, { tools }) => sum + tools.length, 0)
      return { name, tools: queries.length === 0 ? 0 : named / queries.length }
    }),
  )
  return perQuery.toSorted((a, b) => b.tools - a.tools)[0]?.name
}

/** Finds the first tools for a query; what was found once since the last look is remembered. */
async function searcher(
  context: Context,
  place: { session: Session; catalog: Catalog; dir: string },
  call: Call,
): Promise<(text: string) => Promise<readonly ToolId[]>> {
  const { session, catalog, dir } = place
  const prepared: Prepared = await prepareRecipe(
    context,
    { catalog, dir, recipe: 'hybrid', options: {}, k: SEEDS, wordings: session.wordings },
    call,
  )
  const seeds = context.looks.of(session)?.seeds ?? new Map<string, readonly ToolId[]>()
  const pause = turns(context.clock, call.signal)
  return async (text) => {
    const key = `${prepared.embedder}\n${text}`
    const known = seeds.get(key)
    if (known) return known
    await pause()
    const { set } = await answerQuery(prepared, { text, signal: call.signal, record: 'nothing' })
    const found = set.tools.map(({ tool }) => tool)
    seeds.set(key, found)
    return found
  }
}

interface Measured {
  text: string
  before: { map: number; recall: number }
  after: { map: number; recall: number }
}

/** The graph of a catalog, with edges besides those that there are. */
function graphOf(catalog: Catalog, edges: readonly Proposed[]): ToolGraph {
  const more = Map.groupBy(edges, ({ from }) => from)
  return {
    dependencies: (id): readonly Dependency[] => [
      ...dependenciesOf(catalog.tool(id)),
      ...(more.get(id)?.map(({ edge }) => edge) ?? []),
    ],
    stateOf(id) {
      if (!catalog.has(id)) return 'gone'
      return visibilityOf(catalog.tool(id)) === 'hidden' ? 'kept-back' : 'admitted'
    },
  }
}

/** Each tool found with all it needs, one after the other, each once; see the recipe `graph-rag-tool-fusion`, its preset `paper`. */
function assembled(graph: ToolGraph, found: readonly ToolId[], k: number): ToolId[] {
  const given = new Set<ToolId>()
  for (const seed of found) {
    if (graph.stateOf(seed) !== 'admitted') continue
    given.add(seed)
    for (const { tool, state } of walk(graph, seed, { kinds: DependencyKind.options }).needs) {
      if (state === 'admitted') given.add(tool)
    }
  }
  return [...given].slice(0, k)
}

function measure(
  { text, tools: golden, grades }: GoldenQuery,
  found: readonly ToolId[],
  { today, then, k }: { today: ToolGraph; then: ToolGraph; k: number },
): Measured {
  const scoresOf = (graph: ToolGraph) => {
    const standing = standingOf({ golden, grades }, assembled(graph, found, k))
    const judged = judgedAt(standing, k, 0)
    return { map: averagePrecision.of(judged), recall: recall.of(judged) }
  }
  return { text, before: scoresOf(today), after: scoresOf(then) }
}

function means(measured: readonly Measured[]): Pick<EdgeEffect, 'queries' | 'before' | 'after'> {
  const mean = (valueOf: (each: Measured) => number) =>
    measured.reduce((sum, each) => sum + valueOf(each), 0) / measured.length
  return {
    queries: measured.length,
    before: { map: mean(({ before }) => before.map), recall: mean(({ before }) => before.recall) },
    after: { map: mean(({ after }) => after.map), recall: mean(({ after }) => after.recall) },
  }
}

function changes(measured: readonly Measured[]): Pick<EdgeEffect, 'better' | 'worse' | 'examples'> {
  const change = ({ before, after }: Measured) => after.map - before.map
  const changed = measured.filter((each) => change(each) !== 0)
  return {
    better: changed.filter((each) => change(each) > 0).length,
    worse: changed.filter((each) => change(each) < 0).length,
    examples: changed
      .toSorted((a, b) => Math.abs(change(b)) - Math.abs(change(a)))
      .slice(0, MOST_EXAMPLES)
      .map(({ text, before, after }) => ({ text, before: before.map, after: after.map })),
  }
}
