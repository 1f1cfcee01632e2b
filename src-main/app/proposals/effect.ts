import {
  ChosenProposals,
  type ProposalsEffectAnswer,
  type EdgeEffect,
} from '../../contract/proposal'
import type { AnswerPair, RankedTools } from '../../authoring/gate/effect'
import { dependenciesOf, visibilityOf } from '../../domain/tool/catalog-tool'
import { evenSample } from '../../domain/value/even-sample'
import type { GoldenQuery } from '../../domain/query/golden-set'
import {
  DependencyKind,
  type CatalogTool,
  type Dependency,
  type ToolId,
} from '../../domain/tool/tool'
import { judgedAt, standingOf } from '../../evaluation/judged'
import { averagePrecision, recall } from '../../evaluation/measures'
import { EDGES_KEY } from '../../pipeline/kit'
import { namesInWordsOf } from '../../pipeline/ask'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import { walk, type ToolGraph } from '../../pipeline/dependencies/walk'
import type { Prepared } from '../query/answering'
import type { Call } from '../app'
import {
  askingPlace,
  givenBy,
  prepareEach,
  refuseUnasked,
  type AskingPlace,
} from '../query/ask-recipe'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { eachTwice, answerTwice, openCatalogDraft, type BeforeAndAfter } from '../effect/draft'
import { judgedOn } from '../golden/set-uses'
import type { Session } from '../workspaces/session'
import { chosenProposals, decisionsOf, isWritable, type Proposed } from './chosen-proposals'
import { layersWith } from './decide'
import { z } from 'zod'
import { RecipeFields } from '../../contract/recipe-fields'
import { Dir } from '../../contract/workspace'

export const ProposalsEffectInput = z.object({
  dir: Dir,
  chosen: ChosenProposals,
  /** Left out: the one whose queries name most tools. */
  goldenSet: z.string().optional(),
  ...RecipeFields,
  k: z.number().int().min(1).max(100).default(10),
})
export type ProposalsEffectInput = z.output<typeof ProposalsEffectInput>

/** Tools found for a query of which all needs are taken along. Graph RAG-Tool Fusion, section 3. */
const SEEDS = 3
/**
 * Queries measured, evenly spread where more name a touched tool: an answer within seconds, the
 * first time.
 */
const MOST_QUERIES = 300
const MOST_EXAMPLES = 5

/**
 * What accepting proposals would do to the golden queries that name a tool that would get an edge,
 * with today's edges and with these besides. A recipe that follows edges is asked twice; of another
 * one, the first tools that it finds are given with all they need. Writes nothing.
 */
export async function edgeEffect(
  context: AppContext,
  input: ProposalsEffectInput,
  call: Call,
): Promise<ProposalsEffectAnswer> {
  const place = await askingPlace(context, input, call)
  const { session } = place
  return session.withCatalog(async (catalog) => {
    const decisions = await decisionsOf(session)
    const chosen = await chosenProposals(input.chosen, { session, catalog, decisions })
    const edges = chosen.filter((each) => isWritable(catalog, each))
    const touched = new Set(edges.map(({ from }) => from))
    const goldenSet = input.goldenSet ?? (await tellingSet(session))
    const all = goldenSet === undefined ? [] : await session.goldenQueries(goldenSet)
    const naming = all.filter(({ tools }) => tools.some((id) => touched.has(id)))
    if (goldenSet === undefined || naming.length === 0) return {}
    const some = { queries: evenSample(naming, MOST_QUERIES), all: evenSample(all, MOST_QUERIES) }
    const asked = new Set([...some.queries, ...some.all])
    const { k } = input
    const atK = { ...place, choice: { ...place.choice, k } }
    const draft = await openCatalogDraft(atK, catalog, entriesWith(edges, catalog))
    const { today } = draft
    const follows = sourcesOf(today.pipeline).some(({ key }) => key === EDGES_KEY)
    refuseUnasked(today, { answers: (follows ? 2 : 1) * asked.size, mayAsk: input.mayAsk })
    const give = follows
      ? (query: GoldenQuery) => answerTwice(draft, query, { depth: k })
      : await takenAlong({ place, catalog }, edges)
    const { answers, degraded } = await eachTwice([...asked], give, place)
    const measured = new Map(answers.map((answer) => [answer.query, measure(answer, k)]))
    const of = (queries: readonly GoldenQuery[]) =>
      queries.flatMap((each) => measured.get(each) ?? [])
    return {
      effect: {
        goldenSet,
        askedOf: today.recipe.title,
        follows,
        degraded,
        k,
        edges: edges.length,
        of: naming.length,
        ...means(of(some.queries)),
        ...changes(of(some.queries)),
        overall: { ...means(of(some.all)), of: all.length },
      },
    }
  })
}

/** The tools that would get edges, with them. */
const entriesWith = (edges: readonly Proposed[], catalog: Catalog): CatalogTool[] =>
  layersWith(edges, catalog).map(({ tool, layer }) => ({ ...catalog.tool(tool), layer }))

/**
 * The golden set that edges are judged on; where none is chosen, the one whose queries name most
 * tools.
 */
const tellingSet = (session: Session): Promise<string | undefined> =>
  judgedOn(session, async (sets) => {
    const perQuery = await Promise.all(
      sets.map(async (set) => {
        const queries = await session.goldenQueries(set.name)
        const named = queries.reduce((sum, { tools }) => sum + tools.length, 0)
        return { set, tools: queries.length === 0 ? 0 : named / queries.length }
      }),
    )
    return perQuery.toSorted((a, b) => b.tools - a.tools).map(({ set }) => set)
  })

/** The first tools that a recipe finds for a query. */
type Seeds = Pick<Awaited<ReturnType<typeof givenBy>>, 'set' | 'degraded'>

/**
 * By the pipeline, which is another with another catalog or version of the embedder, and by models,
 * prompts and text: proposed edges do not change what is found.
 */
const seedsOf = new WeakMap<Prepared['pipeline'], Map<string, Seeds>>()

/**
 * Gives the first tools that are found with all they need; what was found once in the same catalog
 * is remembered.
 */
async function takenAlong(
  { place, catalog }: { place: AskingPlace; catalog: Catalog },
  edges: readonly Proposed[],
): Promise<(query: GoldenQuery) => Promise<BeforeAndAfter>> {
  const { choice, call, session } = place
  const [prepared] = await prepareEach({ ...place, choice: { ...choice, k: SEEDS } }, catalog)
  const { pipeline, model } = prepared
  const seeds = seedsOf.get(pipeline) ?? new Map<string, Seeds>()
  seedsOf.set(pipeline, seeds)
  const graphs = { before: graphOf(catalog, []), after: graphOf(catalog, edges) }
  const worded = namesInWordsOf(await session.promptOverrides(), promptsOf(pipeline))
  const name = JSON.stringify([model, worded])
  return async (query) => {
    const key = `${name}\n${query.text}`
    const known = seeds.get(key) ?? (await givenBy(prepared, { text: query.text }, call))
    // What a stage could not do may be done the next time.
    if (known.degraded.length === 0) seeds.set(key, known)
    const first = known.set.slice(0, SEEDS)
    const givenIn = (graph: ToolGraph) => {
      const set = assembled(graph, first)
      return { set, listed: set }
    }
    const { degraded } = known
    return { query, before: givenIn(graphs.before), after: givenIn(graphs.after), degraded }
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

/**
 * Each tool found with all it needs, one after the other, each once; see the recipe
 * `graph-rag-tool-fusion`, its preset `paper`.
 */
function assembled(graph: ToolGraph, found: readonly ToolId[]): ToolId[] {
  const given = new Set<ToolId>()
  for (const seed of found) {
    if (graph.stateOf(seed) !== 'admitted') continue
    given.add(seed)
    for (const { tool, state } of walk(graph, seed, { kinds: DependencyKind.options }).needs) {
      if (state === 'admitted') given.add(tool)
    }
  }
  return [...given]
}

function measure({ query, before, after }: AnswerPair, k: number): Measured {
  const { text, tools: golden, grades } = query
  const scoresOf = ({ set }: RankedTools) => {
    const judged = judgedAt(standingOf({ golden, grades }, set.slice(0, k)), k, 0)
    return { map: averagePrecision.of(judged), recall: recall.of(judged) }
  }
  return { text, before: scoresOf(before), after: scoresOf(after) }
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
