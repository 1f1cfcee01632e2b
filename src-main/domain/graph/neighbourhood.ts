import type { ToolId } from '../tool/tool'
import type { Edge, ToolGraph } from './tool-graph'

/** A tool near another one. */
export interface Neighbour {
  id: ToolId
  /** Steps to it: above 0 where it is needed, below 0 where it needs, 0 for the tool itself. */
  distance: number
}

/** The part of a graph around one tool. */
export interface Neighbourhood {
  /** The tool itself, what it needs and what needs it, each the nearest first. */
  tools: Neighbour[]
  /** All edges between these tools. */
  edges: Edge[]
  /** Tools no farther away that were left out, as there are more than wanted. */
  leftOut: number
}

/**
 * The tools that a tool needs, and those that need it, in at most `depth` steps, and no more than
 * `most` of them. What it needs has half of the places and whatever the others leave: those that
 * need a hub may be thousands. Linear in the edges passed.
 */
export function neighbourhood(
  graph: ToolGraph,
  id: ToolId,
  { depth, most }: { depth: number; most: number },
): Neighbourhood {
  const below = steps(id, depth, (tool) => graph.needs.get(tool)?.map(({ on }) => on))
  const above = steps(id, depth, (tool) => graph.neededBy.get(tool)?.map(({ from }) => from))
  // In a cycle a tool is on both sides: it stands on the nearer one.
  const needed = [...below].filter(([tool, away]) => away <= (above.get(tool) ?? away))
  const needing = [...above].filter(([tool, away]) => away < (below.get(tool) ?? Infinity))
  const places = Math.max(0, most - 1)
  const shown = needed.slice(0, Math.max(Math.ceil(places / 2), places - needing.length))
  const others = needing.slice(0, places - shown.length)
  const tools = [
    { id, distance: 0 },
    ...shown.map(([tool, away]) => ({ id: tool, distance: away })),
    ...others.map(([tool, away]) => ({ id: tool, distance: -away })),
  ]
  const among = new Set(tools.map((tool) => tool.id))
  return {
    tools,
    edges: tools.flatMap((tool) =>
      (graph.needs.get(tool.id) ?? []).filter(({ on }) => among.has(on)),
    ),
    leftOut: needed.length + needing.length + 1 - tools.length,
  }
}

/**
 * The tools that can be reached in at most `depth` steps, with how many it takes, the nearest
 * first.
 */
function steps(
  from: ToolId,
  depth: number,
  nextOf: (tool: ToolId) => readonly ToolId[] | undefined,
): Map<ToolId, number> {
  const away = new Map([[from, 0]])
  // What is put into a map while it is walked through is walked through as well.
  for (const [tool, distance] of away) {
    if (distance === depth) break
    for (const next of nextOf(tool) ?? []) {
      if (!away.has(next)) away.set(next, distance + 1)
    }
  }
  away.delete(from)
  return away
}
