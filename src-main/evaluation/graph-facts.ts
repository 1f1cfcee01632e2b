import type { EarnedEdge } from '../domain/graph/earned-edges'
import type { GraphFacts } from '../domain/graph/facts'
import type { GoldenQuery } from '../domain/query/golden-set'
import type { EdgeWitness, PlacedTool } from '../domain/query/query'
import { DependencyKind, type Dependency, type ToolId } from '../domain/tool/tool'
import { isDependency } from '../domain/trace/tool-groups'
import { walk } from '../pipeline/dependencies/walk'

/** A catalog's tools and what each needs. */
export interface CatalogGraph {
  has(tool: ToolId): boolean
  dependencies(tool: ToolId): readonly Dependency[]
}

/**
 * What of one golden query concerns the graph, with the tools that a recipe walked from; undefined
 * where it walks from none and the golden sets hold no dependencies.
 */
export type FactsOf = (
  golden: readonly ToolId[],
  seeds: readonly ToolId[] | undefined,
) => GraphFacts | undefined

/**
 * Holds golden sets against the graph. What an edge of a main tool itself leads to and no golden
 * set holds is spurious: that query is about this very tool. What a golden tool further on needs is
 * rather left out, as golden sets stop short somewhere. Golden sets that name no dependencies say
 * nothing of them; see {@link nameDependencies}.
 */
export function graphFacts(catalog: CatalogGraph, namesDependencies: boolean): FactsOf {
  const graph = {
    dependencies: (tool: ToolId) => catalog.dependencies(tool),
    stateOf: (tool: ToolId) => (catalog.has(tool) ? ('admitted' as const) : ('gone' as const)),
  }
  return (golden, seeds) => {
    const walked = seeds && { seeds: [...seeds] }
    if (!namesDependencies) {
      return walked && { mains: [...golden], ...walked, missing: [], spurious: [], leftOut: [] }
    }
    const mains = mainsOf(golden, catalog)
    const needs = mains.flatMap((main) => walk(graph, main, ALL).needs)
    const reached = new Set([...mains, ...needs.map(({ tool }) => tool)])
    const further = golden.filter((tool) => reached.has(tool) && !mains.includes(tool))
    const spurious = beyond(golden, mains, catalog)
    const leftOut = beyond(golden, further, catalog).filter((tool) => !spurious.includes(tool))
    return {
      mains,
      ...walked,
      missing: golden.filter((tool) => !reached.has(tool)),
      spurious,
      leftOut,
    }
  }
}

const ALL = { kinds: DependencyKind.options }

/**
 * Whether golden sets name what their tools need: some edge is within one of them. Else they name
 * main tools alone.
 * @param pause awaited between queries
 */
export async function nameDependencies(
  queries: readonly Pick<GoldenQuery, 'tools'>[],
  catalog: CatalogGraph,
  pause: () => Promise<unknown>,
): Promise<boolean> {
  for (const { tools } of queries) {
    await pause()
    if (edgesWithin(new Set(tools), catalog).length > 0) return true
  }
  return false
}

/** What edges of some golden tools lead to that is not golden. */
function beyond(
  golden: readonly ToolId[],
  some: readonly ToolId[],
  catalog: CatalogGraph,
): ToolId[] {
  const ends = some.flatMap((from) => catalog.dependencies(from).map(({ on }) => on))
  return [...new Set(ends)].filter((on) => catalog.has(on) && !golden.includes(on))
}

const edgesWithin = (golden: ReadonlySet<ToolId>, catalog: CatalogGraph) =>
  [...golden].flatMap((from) =>
    catalog
      .dependencies(from)
      .filter(({ on }) => on !== from && golden.has(on))
      .map(({ on }) => ({ from, on })),
  )

/**
 * The first golden tool, as golden sets of dependencies name the main tool first, and every other
 * that needs a golden tool and that no golden tool needs. Of a tool apart from all of them it
 * cannot be told whether it is another main tool or one to which an edge is missing: it counts as
 * the latter.
 */
function mainsOf(golden: readonly ToolId[], catalog: CatalogGraph): ToolId[] {
  const edges = edgesWithin(new Set(golden), catalog)
  const needing = new Set(edges.map(({ from }) => from))
  const needed = new Set(edges.map(({ on }) => on))
  return golden.filter((tool, at) => at === 0 || (needing.has(tool) && !needed.has(tool)))
}

/** Edges that are listed: half of them the most useful, half the most harmful. */
const MOST_LISTED = 20

/** A golden query and the tools that it was given. */
interface Answered {
  golden: readonly ToolId[]
  tools: readonly PlacedTool[]
}

/**
 * What edges earned, the most useful first. A tool counts for every edge that brought it, and only
 * where nothing that was searched found it: else it might be there without them.
 */
export function earnedEdges(answers: readonly Answered[]): EarnedEdge[] {
  const earned = new Map<string, EarnedEdge>()
  for (const { golden, tools } of answers) {
    for (const { tool, witnesses } of tools.filter(isDependency)) {
      const isRight = golden.includes(tool)
      for (const { from, edge } of edgesOf(witnesses)) {
        const key = JSON.stringify([from, tool])
        const before = earned.get(key) ?? { from, on: tool, edge, right: 0, wrong: 0 }
        const right = before.right + (isRight ? 1 : 0)
        const wrong = before.wrong + (isRight ? 0 : 1)
        earned.set(key, { ...before, right, wrong })
      }
    }
  }
  return [...earned.values()].sort((a, b) => gain(b) - gain(a) || b.right - a.right)
}

const gain = ({ right, wrong }: EarnedEdge): number => right - wrong

/** Each edge once: several tools may have led to it. */
function edgesOf(witnesses: PlacedTool['witnesses']): EdgeWitness[] {
  const edges = witnesses.flatMap((each) => (each.kind === 'edge' ? [each] : []))
  return [...new Map(edges.map((each) => [each.from, each])).values()]
}

/** Of many edges the best and the worst. */
export const bothEnds = (edges: readonly EarnedEdge[]): EarnedEdge[] =>
  edges.length <= MOST_LISTED
    ? [...edges]
    : [...edges.slice(0, MOST_LISTED / 2), ...edges.slice(-MOST_LISTED / 2)]
