import { toolGraph, type ToolGraph } from '../../domain/graph/tool-graph'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import { idOf } from '../../domain/tool/stored-tool'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import type { Catalog } from '../workspaces/catalog'

const graphs = new WeakMap<Catalog, Promise<ToolGraph>>()

/**
 * The graph of a catalog's tools, made once: reading the edges of 100,000 tools takes a while, in
 * which others have turns.
 */
export function graphOf(catalog: Catalog): Promise<ToolGraph> {
  const graph = graphs.get(catalog) ?? readGraph(catalog)
  graphs.set(catalog, graph)
  return graph
}

const readGraph = async ({ tools }: Catalog): Promise<ToolGraph> =>
  toolGraph(
    await mapYielding(tools, (entry) => [{ id: idOf(entry), dependencies: dependenciesOf(entry) }]),
  )
