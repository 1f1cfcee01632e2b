import { z } from 'zod'
import { AuthorLayer, CatalogTool, Dependency, DependencyKind, ToolId } from '../domain/tool'
import { Dir } from './workspace-routes'

const OfTool = z.object({ dir: Dir, id: ToolId })

/** A tool after its edges were changed, and what undoing that puts back. */
const ChangedEdges = z.object({
  entry: CatalogTool,
  /** The author's edges before; absent where the imported ones were in force. */
  before: AuthorLayer.pick({ dependencies: true }),
  after: AuthorLayer.pick({ dependencies: true }),
})
export type ChangedEdges = z.infer<typeof ChangedEdges>

/** What tools need. A tool's edges are the imported ones until its author changes them; then the author's are in force. */
export const graphRoutes = {
  /** The tools that others need, the most needed first, and what the graph adds up to. */
  'graph.hubs': {
    input: z.object({
      dir: Dir,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      /** Tools that at least one other needs. */
      total: z.number().int(),
      rows: z.array(
        z.object({
          id: ToolId,
          /** How many other tools it needs, and how many need it. */
          needs: z.number().int(),
          neededBy: z.number().int(),
        }),
      ),
      tools: z.number().int(),
      edges: z.number().int(),
      kinds: z.record(DependencyKind, z.number().int()),
    }),
  },
  /** The tools around a tool in so many steps, and the edges between them. */
  'graph.neighbourhood': {
    input: OfTool.extend({
      depth: z.number().int().min(1).max(5).default(1),
      most: z.number().int().min(2).max(200).default(40),
    }),
    output: z.object({
      tools: z.array(
        z.object({
          id: ToolId,
          /** Steps to it: above 0 where it is needed, below 0 where it needs, 0 for the tool itself. */
          distance: z.number().int(),
          isInCatalog: z.boolean(),
        }),
      ),
      edges: z.array(Dependency.extend({ from: ToolId, place: z.number().int() })),
      /** Tools no farther away that were left out. */
      leftOut: z.number().int(),
    }),
  },
  /** The graph as a map: where tools stand, and the edges between them. The first picture of a large graph takes seconds. */
  'graph.picture': {
    input: z.object({ dir: Dir }),
    output: z.object({
      /** The most needed first. */
      tools: z.array(
        z.object({ id: ToolId, x: z.number(), y: z.number(), neededBy: z.number().int() }),
      ),
      /** By the places of both tools in `tools`, and that of the kind in `KINDS_OF_EDGES`. */
      edges: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int()])),
      /** Tools without an edge to another one: they are not in the picture. */
      unconnected: z.number().int(),
      /** What there is no room for. */
      leftOut: z.object({ tools: z.number().int(), edges: z.number().int() }),
    }),
  },
  /**
   * Replaces a tool's edges, in this order. `base` are the edges in force as the editor read them: where others are by now, it is a
   * `conflict`. An edge that was not there before leads to a tool of the catalog and says nothing twice.
   */
  'graph.writeEdges': {
    input: OfTool.extend({
      edges: z.array(Dependency),
      base: z.array(Dependency),
    }),
    output: ChangedEdges,
  },
  /** Adds an edge, at the end or at a place counted from 0. */
  'graph.addEdge': {
    input: OfTool.extend({ edge: Dependency, at: z.number().int().min(0).optional() }),
    output: ChangedEdges,
  },
  /** Removes the one edge that leads to this tool; where there are several, kind and parameter say which. */
  'graph.removeEdge': {
    input: OfTool.extend({
      on: ToolId,
      kind: DependencyKind.optional(),
      parameter: z.string().optional(),
    }),
    output: ChangedEdges,
  },
  /** Puts the imported edges in force again. */
  'graph.resetEdges': { input: OfTool, output: ChangedEdges },
}
