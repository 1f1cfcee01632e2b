import type { ToolId } from '../tool/tool'
import type { ToolGraph } from './tool-graph'

/** Tools that all need each other, directly or through others. */
export interface Cycle {
  /** All of them, in the order of the catalog. */
  tools: ToolId[]
  /**
   * A shortest way from the first of them back to it: each needs the next, and the last the first.
   */
  way: ToolId[]
}

/**
 * The cycles of a graph: its strongly connected components of two tools or more. A tool that needs
 * itself alone is none. In linear time, and without recursion: a chain of 100,000 tools fills no
 * stack. Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), with a stack of
 * its own.
 */
export function cyclesOf(graph: ToolGraph): Cycle[] {
  const search: Search = { graph, seen: new Map(), lowest: new Map(), open: [], isOpen: new Set() }
  const cycles: Cycle[] = []
  for (const [id, edges] of graph.needs) {
    // What needs nothing is in no cycle.
    if (edges.length === 0 || search.seen.has(id)) continue
    for (const component of componentsFrom(id, search)) {
      if (component.size > 1) cycles.push(cycleOf(component, graph))
    }
  }
  return cycles
}

interface Search {
  graph: ToolGraph
  /** When a tool was come to: 0 for the first. */
  seen: Map<ToolId, number>
  /** The earliest tool still open that can be reached from a tool. */
  lowest: Map<ToolId, number>
  /** Tools whose component is not known yet. */
  open: ToolId[]
  isOpen: Set<ToolId>
}

/** A tool that the search stands at, and the tools it still has to go to from there. */
interface Standing {
  id: ToolId
  next: IterableIterator<{ on: ToolId }>
}

function* componentsFrom(start: ToolId, search: Search): Generator<Set<ToolId>> {
  const path: Standing[] = [enter(start, search)]
  for (let at = path.at(-1); at; at = path.at(-1)) {
    const { id, next } = at
    const edge = next.next()
    if (!edge.done) {
      const child = stepTo(edge.value.on, id, search)
      if (child) path.push(child)
      continue
    }
    path.pop()
    const parent = path.at(-1)
    if (parent) lower(parent.id, search.lowest.get(id), search)
    if (search.lowest.get(id) === search.seen.get(id)) yield closed(id, search)
  }
}

function enter(id: ToolId, { graph, seen, lowest, open, isOpen }: Search): Standing {
  lowest.set(id, seen.size)
  seen.set(id, seen.size)
  open.push(id)
  isOpen.add(id)
  return { id, next: (graph.needs.get(id) ?? []).values() }
}

/** Goes to a tool that was not come to before; one that is open already closes a cycle. */
function stepTo(to: ToolId, from: ToolId, search: Search): Standing | undefined {
  if (!search.graph.needs.get(to)?.length) return undefined
  if (!search.seen.has(to)) return enter(to, search)
  if (search.isOpen.has(to)) lower(from, search.seen.get(to), search)
  return undefined
}

function lower(id: ToolId, to: number | undefined, { lowest }: Search): void {
  lowest.set(id, Math.min(lowest.get(id) ?? Infinity, to ?? Infinity))
}

/** The component that a tool is the first of. */
function closed(first: ToolId, { open, isOpen }: Search): Set<ToolId> {
  const component = new Set(open.splice(open.lastIndexOf(first)))
  for (const id of component) isOpen.delete(id)
  return component
}

function cycleOf(component: ReadonlySet<ToolId>, graph: ToolGraph): Cycle {
  const tools = [...component].sort()
  return { tools, way: tools[0] === undefined ? [] : wayBack(tools[0], component, graph) }
}

/** Breadth first, and so a shortest way. */
function wayBack(start: ToolId, component: ReadonlySet<ToolId>, { needs }: ToolGraph): ToolId[] {
  const cameFrom = new Map<ToolId, ToolId | undefined>([[start, undefined]])
  for (const id of cameFrom.keys()) {
    for (const { on } of needs.get(id) ?? []) {
      if (on === start && id !== start) return pathTo(id, cameFrom)
      if (component.has(on) && !cameFrom.has(on)) cameFrom.set(on, id)
    }
  }
  return [start]
}

function pathTo(end: ToolId, cameFrom: ReadonlyMap<ToolId, ToolId | undefined>): ToolId[] {
  const path: ToolId[] = []
  for (let at: ToolId | undefined = end; at !== undefined; at = cameFrom.get(at)) path.push(at)
  return path.reverse()
}
