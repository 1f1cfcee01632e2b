import type { ChangedEdges } from '../../contract/graph-routes'
import type { AuthorLayer, ToolId } from '../../domain/tool'
import { neighbourhood } from '../../domain/neighbourhood'
import { hubsOf, sumsOf } from '../../domain/tool-graph'
import { canonical } from '../canonical'
import { readingTools } from '../call-progress'
import type { AppContext, Handlers } from '../handlers'
import { layerChange } from '../layer-change'
import { graphOf } from './catalog-graph'
import { keptPictures } from './kept-pictures'
import {
  adding,
  layerWithEdges,
  removing,
  replacing,
  resetting,
  type EdgeEdit,
} from './edited-edges'

export const graphHandlers = (
  context: AppContext,
  pictures = keptPictures(context),
): Handlers<'graph'> => ({
  async 'graph.hubs'({ dir, offset, limit }, call) {
    const session = await context.sessions.of(dir)
    const graph = await graphOf(await session.catalog(readingTools(call, context.clock)))
    const hubs = hubsOf(graph)
    return { total: hubs.length, rows: hubs.slice(offset, offset + limit), ...sumsOf(graph) }
  },
  async 'graph.neighbourhood'({ dir, id, depth, most }) {
    const catalog = await (await context.sessions.of(dir)).catalog()
    catalog.tool(id)
    const near = neighbourhood(await graphOf(catalog), id, { depth, most })
    const tools = near.tools.map((tool) => ({ ...tool, isInCatalog: catalog.has(tool.id) }))
    return { ...near, tools }
  },
  async 'graph.picture'({ dir }, call) {
    const session = await context.sessions.of(dir)
    const catalog = await session.catalog(readingTools(call, context.clock))
    return pictures.of(session, catalog, call)
  },
  'graph.writeEdges': ({ dir, id, edges, base }) =>
    edit(context, { dir, id }, replacing(id, base, edges)),
  'graph.addEdge': ({ dir, id, edge, at }) => edit(context, { dir, id }, adding(edge, at)),
  'graph.removeEdge': ({ dir, id, ...sought }) => edit(context, { dir, id }, removing(id, sought)),
  'graph.resetEdges': ({ dir, id }) => edit(context, { dir, id }, resetting),
})

async function edit(
  { sessions }: AppContext,
  { dir, id }: { dir: string; id: ToolId },
  edges: EdgeEdit,
): Promise<ChangedEdges> {
  const session = await sessions.of(dir)
  return session.change((catalog) => {
    const entry = catalog.tool(id)
    const layer = layerWithEdges(entry, catalog, edges)
    return {
      ...(canonical(layer) !== canonical(entry.layer) && layerChange(id, layer)),
      answer: {
        entry: { tool: entry.tool, layer },
        before: edgesOf(entry.layer),
        after: edgesOf(layer),
      },
    }
  })
}

const edgesOf = ({ dependencies }: AuthorLayer): Pick<AuthorLayer, 'dependencies'> => ({
  ...(dependencies && { dependencies }),
})
