import type { GraphHubsAnswer, GraphNeighbourhoodAnswer, ChangedEdges } from '../../contract/graph'
import { ToolId, Dependency, DependencyKind } from '../../domain/tool/tool'
import { neighbourhood } from '../../domain/graph/neighbourhood'
import { hubsOf, sumsOf } from '../../domain/graph/tool-graph'
import { readingTools } from '../requests/call-progress'
import type { AppContext } from '../context'
import { writeLayer } from '../editing/tool-edits'
import { graphOf } from './catalog-graph'
import {
  adding,
  layerWithEdges,
  removing,
  replacing,
  resetting,
  type EdgeEdit,
} from './edited-edges'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { action } from '../action'
import { page } from '../../contract/page'

const OfTool = z.object({ dir: Dir, id: ToolId.describe('the tool’s id') })

export const graphActions = {
  'graph.hubs': action({
    summary: 'The tools that others need, the most needed first, and what the graph adds up to',
    input: z.object({
      dir: Dir,
      ...page(200),
    }),
    async run(context, { dir, offset, limit }, call): Promise<GraphHubsAnswer> {
      const session = await context.sessions.of(dir)
      const graph = await graphOf(await session.catalog(readingTools(call, context.clock)))
      const hubs = hubsOf(graph)
      return { total: hubs.length, rows: hubs.slice(offset, offset + limit), ...sumsOf(graph) }
    },
  }),
  'graph.neighbourhood': action({
    summary: 'The tools around a tool in so many steps, and the edges between them',
    input: OfTool.extend({
      depth: z.number().int().min(1).max(5).default(1).describe('how many steps away at most'),
      most: z.number().int().min(2).max(200).default(40).describe('how many tools at most'),
    }),
    async run(context, { dir, id, depth, most }): Promise<GraphNeighbourhoodAnswer> {
      const catalog = await (await context.sessions.of(dir)).catalog()
      catalog.tool(id)
      const near = neighbourhood(await graphOf(catalog), id, { depth, most })
      const tools = near.tools.map((tool) => ({ ...tool, isInCatalog: catalog.has(tool.id) }))
      return { ...near, tools }
    },
  }),
  /**
   * An edge that was not there before leads to a tool of the catalog and says nothing twice.
   */
  'graph.writeEdges': action({
    summary: 'Replace a tool’s edges, in this order',
    input: OfTool.extend({
      edges: z.array(Dependency).describe('what it is to need'),
      base: z
        .array(Dependency)
        .describe('the edges in force as they were read: a conflict where they have changed since'),
    }),
    run: (context, { dir, id, edges, base }) =>
      edit(context, { dir, id }, replacing(id, base, edges)),
  }),
  'graph.addEdge': action({
    summary: 'Add an edge, at the end or at a place counted from 0',
    input: OfTool.extend({
      edge: Dependency.describe('the tool that is needed, and how'),
      at: z.number().int().min(0).optional().describe('its place, from 0; default: the last'),
    }),
    run: (context, { dir, id, edge, at }) => edit(context, { dir, id }, adding(edge, at)),
  }),
  'graph.removeEdge': action({
    summary: 'Remove an edge; where several lead to the tool, kind and parameter say which',
    input: OfTool.extend({
      id: ToolId.describe('the tool that holds it'),
      on: ToolId.describe('the tool that it leads to'),
      kind: DependencyKind.optional().describe('how the tool is needed'),
      parameter: z
        .string()
        .optional()
        .meta({ title: 'name', description: 'the parameter that it concerns' }),
    }),
    run: (context, { dir, id, ...sought }) => edit(context, { dir, id }, removing(id, sought)),
  }),
  'graph.resetEdges': action({
    summary: 'Go back to the edges that were imported',
    input: OfTool,
    run: (context, { dir, id }) => edit(context, { dir, id }, resetting),
  }),
}

async function edit(
  { sessions }: AppContext,
  { dir, id }: { dir: string; id: ToolId },
  edges: EdgeEdit,
): Promise<ChangedEdges> {
  const written = await writeLayer(await sessions.of(dir), id, (entry, catalog) =>
    layerWithEdges(entry, catalog, edges),
  )
  const { entry, change } = written
  return {
    entry,
    ...(change !== undefined && { change }),
  }
}
