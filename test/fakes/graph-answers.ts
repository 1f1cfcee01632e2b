import {
  layerWithEdges,
  replacing,
  resetting,
  type EdgeEdit,
} from '../../src-main/app/graph/edited-edges'
import { editedLayer, layerAfter } from '../../src-main/app/editing/edited-layer'
import { dependenciesOf } from '../../src-main/domain/tool/catalog-tool'
import {
  Dependency,
  type AuthorLayer,
  type CatalogTool,
  type ToolId,
} from '../../src-main/domain/tool/tool'
import { neighbourhood } from '../../src-main/domain/graph/neighbourhood'
import { graphPicture } from '../../src-main/features/graph/graph-picture'
import { hubsOf, sumsOf, toolGraph } from '../../src-main/domain/graph/tool-graph'
import { Problem } from '../../src-main/domain/problem'
import { failure, type Answers } from './bridge-script'
import { changesKept } from './undo-answers'

/** What the edges of a catalog are and what is wrong with them, by the rules of the app. */
export function graphAnswers(catalog: CatalogTool[]): Answers {
  const graph = () =>
    toolGraph(catalog.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })))
  const tool = (id: string) => catalog.find((entry) => entry.tool.id === id)
  return {
    'graph.hubs': ({ offset = 0, limit = 200 }) => {
      const hubs = hubsOf(graph())
      return {
        total: hubs.length,
        rows: hubs.slice(offset, offset + limit),
        ...sumsOf(graph()),
      }
    },
    'graph.picture': () => graphPicture(graph(), { pause: () => Promise.resolve() }),
    'graph.neighbourhood': ({ id, depth = 1, most = 40 }) => {
      const near = neighbourhood(graph(), id as ToolId, { depth, most })
      return { ...near, tools: near.tools.map((one) => ({ ...one, isInCatalog: !!tool(one.id) })) }
    },
  }
}

/**
 * What edits of edges and author's layers do to a catalog, which changes with them, by the rules of
 * the app.
 */
export function editAnswers(catalog: CatalogTool[]): Answers {
  const changes = changesKept()
  const put = (id: string, layerOf: (entry: CatalogTool) => AuthorLayer) => {
    const place = catalog.findIndex(({ tool }) => tool.id === id)
    const entry = catalog[place]
    if (!entry) return failure({ code: 'not-found', message: `There is no tool “${id}”.` })
    try {
      const edited = { tool: entry.tool, layer: layerOf(entry) }
      catalog[place] = edited
      const step = (base: AuthorLayer, wanted: AuthorLayer) => () => {
        const now = catalog[place] ?? entry
        const { layer, contested } = layerAfter(now.layer, { base, layer: wanted })
        const message = `Somebody changed ${contested.join(', ')} since.`
        if (contested.length > 0) return failure({ code: 'conflict', message })
        return (catalog[place] = { tool: entry.tool, layer })
      }
      const before = entry.layer
      const after = edited.layer
      return { entry: edited, ...changes.note(step(after, before), step(before, after)) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code, message, fix } = error
      return failure({ code, message, fix })
    }
  }
  const has = (id: string) => catalog.some(({ tool }) => tool.id === id)
  const edit = (id: string, edges: EdgeEdit) =>
    put(id, (entry) => layerWithEdges(entry, { has }, edges))
  return {
    'graph.writeEdges': ({ id, edges, base }) =>
      edit(id, replacing(id as ToolId, Edges.parse(base), Edges.parse(edges))),
    'graph.resetEdges': ({ id }) => edit(id, resetting),
    'catalog.saveLayer': ({ id, layer, base }) => {
      const changed = put(id, (entry) =>
        editedLayer(entry.layer, {
          id: id as ToolId,
          layer: layer as AuthorLayer,
          base: base as AuthorLayer,
        }),
      )
      return 'entry' in changed ? { ...changed.entry, change: changed.change } : changed
    },
    ...changes.answers,
  }
}

const Edges = Dependency.array()
