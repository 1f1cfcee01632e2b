import type { EdgeWitness, Need, Seed } from '../../domain/query/query'
import type { Dependency, DependencyKind, ToolId } from '../../domain/tool/tool'

/** A tool knowledge graph as a walk sees it. */
export interface ToolGraph {
  /** In their author's order. */
  dependencies(tool: ToolId): readonly Dependency[]
  /** What may become of the tool that an edge leads to. */
  stateOf(tool: ToolId): Need['state']
}

/** How far a walk goes. */
export interface WalkBounds {
  /** The kinds of edges that are followed. */
  kinds: readonly DependencyKind[]
  /** Edges from the tool where it begins; left out: as far as they lead. */
  farthest?: number | undefined
}

/** What a tool needs, as a walk met it. */
export interface Walk extends Seed {
  /** Whether it met more than a walk takes along. */
  isCut: boolean
}

/** More than this is no tool's need; the thousandth of a walk would weigh nothing. */
export const MOST_NEEDED = 200
/** Edges followed: a graph where every tool needs thousands is given up in some milliseconds. */
const MOST_EDGES = 20_000

interface Frame {
  from: ToolId
  edges: readonly Dependency[]
  next: number
  /** Edges from the beginning to the tools that these lead to. */
  distance: number
}

/**
 * All that a tool needs, depth first and in the author's order, which is never changed. Cycles end,
 * as every tool is met once; one that is met again on a shorter way is only looked behind anew,
 * where `farthest` lets that be seen. What may not leave is not passed through: nobody can call it.
 * Graph RAG-Tool Fusion, section 3.
 */
export function walk(graph: ToolGraph, main: ToolId, { kinds, farthest }: WalkBounds): Walk {
  const met = new Map<ToolId, number>([[main, 0]])
  const needs: Need[] = []
  const stack: Frame[] = []
  const enter = (from: ToolId, distance: number) => {
    if (distance <= (farthest ?? Infinity)) {
      stack.push({ from, edges: graph.dependencies(from), next: 0, distance })
    }
  }
  enter(main, 1)
  let followed = 0
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const edge = frame.edges[frame.next++]
    if (!edge) {
      stack.pop()
      continue
    }
    if (!kinds.includes(edge.kind)) continue
    if (++followed > MOST_EDGES) return { tool: main, needs, isCut: true }
    const { from, distance } = frame
    const before = met.get(edge.on)
    if (before !== undefined && (farthest === undefined || before <= distance)) continue
    met.set(edge.on, distance)
    const state = graph.stateOf(edge.on)
    if (before === undefined) {
      if (needs.length >= MOST_NEEDED) return { tool: main, needs, isCut: true }
      needs.push({ tool: edge.on, edge: witnessOf(edge, { from, distance, main }), state })
    }
    if (state === 'admitted') enter(edge.on, distance + 1)
  }
  return { tool: main, needs, isCut: false }
}

const witnessOf = (
  { kind, parameter, reason }: Dependency,
  { from, distance, main }: { from: ToolId; distance: number; main: ToolId },
): EdgeWitness => ({
  kind: 'edge',
  from,
  edge: kind,
  ...(parameter !== undefined && { parameter }),
  ...(reason !== undefined && { reason }),
  distance,
  main,
})
