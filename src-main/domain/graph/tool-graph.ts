import { DependencyKind, type Dependency, type ToolId } from '../tool/tool'

/** A dependency with the tool that holds it. */
export interface Edge extends Dependency {
  from: ToolId
  /** Its place among the edges of its tool, from 0: the author's order. */
  place: number
}

/** What of a tool the graph is made of. */
export interface ToolWithEdges {
  id: ToolId
  dependencies: readonly Dependency[]
}

/** The edges of a catalog, from both their ends. */
export interface ToolGraph {
  /** The edges of every tool of the catalog, in the author's order; of a tool without any, none. */
  readonly needs: ReadonlyMap<ToolId, readonly Edge[]>
  /**
   * The edges that lead to a tool, which need not be in the catalog; tools to which none leads are
   * left out.
   */
  readonly neededBy: ReadonlyMap<ToolId, readonly Edge[]>
}

/** Of a tool that needs nothing. */
const NONE: readonly Edge[] = []

/** The graph of these tools, in linear time. */
export function toolGraph(tools: Iterable<ToolWithEdges>): ToolGraph {
  const needs = new Map<ToolId, readonly Edge[]>()
  const neededBy = new Map<ToolId, Edge[]>()
  for (const { id, dependencies } of tools) {
    if (dependencies.length === 0) {
      needs.set(id, NONE)
      continue
    }
    const edges = dependencies.map((dependency, place) => ({ ...dependency, from: id, place }))
    needs.set(id, edges)
    for (const edge of edges) {
      const others = neededBy.get(edge.on)
      if (others) others.push(edge)
      else neededBy.set(edge.on, [edge])
    }
  }
  return { needs, neededBy }
}

/**
 * A tool with how many tools are at the other ends of its edges; several edges to one tool count
 * once.
 */
export interface Hub {
  id: ToolId
  needs: number
  neededBy: number
}

/** The tools of the catalog that at least one other needs, the most needed first, then by id. */
export function hubsOf({ needs, neededBy }: ToolGraph): Hub[] {
  const hubs: Hub[] = []
  for (const [id, edges] of needs) {
    const needing = others(neededBy.get(id) ?? [], id, ({ from }) => from)
    if (needing > 0) hubs.push({ id, needs: others(edges, id, ({ on }) => on), neededBy: needing })
  }
  return hubs.sort((a, b) => b.neededBy - a.neededBy || (a.id < b.id ? -1 : 1))
}

const others = (edges: readonly Edge[], id: ToolId, end: (edge: Edge) => ToolId): number => {
  const ends = new Set(edges.map(end))
  return ends.size - (ends.has(id) ? 1 : 0)
}

/** How many tools and edges there are, and edges of each kind. */
export function sumsOf({ needs }: ToolGraph) {
  const kinds = Object.fromEntries(DependencyKind.options.map((kind) => [kind, 0])) as Record<
    DependencyKind,
    number
  >
  let edges = 0
  for (const own of needs.values()) {
    edges += own.length
    for (const { kind } of own) kinds[kind]++
  }
  return { tools: needs.size, edges, kinds }
}
