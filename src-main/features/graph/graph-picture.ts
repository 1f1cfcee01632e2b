import { KINDS_OF_EDGES } from '../../domain/graph/edge'
import { hubsOf, type ToolGraph } from '../../domain/graph/tool-graph'
import type { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import type { AppContext } from '../../app/context'
import { counting } from '../../app/requests/call-progress'
import type { Session } from '../../app/workspaces/session'
import { graphOf } from '../../app/graph/catalog-graph'
import { graphLayout, type Known } from '../../app/graph/graph-layout'
import type { GraphPictureAnswer } from './shared/answers'

/**
 * Pictures of graphs, each made once for a commit; the next one of a workspace begins with the
 * places of the last.
 */
export interface PictureCache {
  of(session: Session, catalog: Catalog, call: Call): Promise<GraphPicture>
}

export function pictureCache({ clock }: Pick<AppContext, 'clock'>): PictureCache {
  const made = new WeakMap<Catalog, GraphPicture>()
  const last = new WeakMap<Session, PlacesByTool>()
  return {
    async of(session, catalog, call) {
      const known = made.get(catalog)
      if (known) return known
      const picture = await graphPicture(await graphOf(catalog), {
        before: last.get(session),
        pause: yieldToEventLoop(clock, call.signal),
        onStep: counting(call.emit, 'Placing the tools', 'steps'),
      })
      made.set(catalog, picture)
      last.set(session, new Map(picture.tools.map(({ id, x, y }) => [id, [x, y] as const])))
      return picture
    },
  }
}

type GraphPicture = GraphPictureAnswer

/** Tools and edges of a picture: more are a blot, and dear to place. */
export const PICTURE = { mostTools: 5000, mostEdges: 50_000 }

/** The picture before, from which the next one moves as little as it must: by tool. */
type PlacesByTool = ReadonlyMap<ToolId, readonly [x: number, y: number]>

interface Drawing {
  before?: PlacesByTool
  pause: () => Promise<unknown>
  onStep?: (done: number, total: number) => void
}

/**
 * All tools that edges lead from or to, each with a place, and the edges between them. The most
 * needed come first.
 */
export async function graphPicture(graph: ToolGraph, drawing: Drawing): Promise<GraphPicture> {
  const hubs = hubsOf(graph)
  const neededBy = new Map(hubs.map((hub) => [hub.id, hub.neededBy]))
  const ids = [...neededBy.keys(), ...leavesOf(graph, neededBy)]
  const shown = ids.slice(0, PICTURE.mostTools)
  const at = new Map(shown.map((id, place) => [id, place]))
  const between = shown.flatMap((id, from) =>
    (graph.needs.get(id) ?? []).flatMap(({ on, kind }): GraphPicture['edges'] => {
      const to = at.get(on)
      return to === undefined || to === from ? [] : [[from, to, KINDS_OF_EDGES.indexOf(kind)]]
    }),
  )
  const edges = between.slice(0, PICTURE.mostEdges)
  const weights = shown.map((id) => neededBy.get(id) ?? 0)
  const { before, pause, onStep } = drawing
  const known: Known | undefined = before && ((node) => before.get(shown[node] as ToolId))
  const links = edges.map(([from, to]) => [from, to] as const)
  const places = await graphLayout(
    { nodes: shown.length, links, weights },
    { known, pause, onStep },
  )
  const rounded = (value = 0) => Math.round(value * 10) / 10
  return {
    tools: shown.map((id, place) => ({
      id,
      x: rounded(places[2 * place]),
      y: rounded(places[2 * place + 1]),
      neededBy: weights[place] ?? 0,
    })),
    edges,
    unconnected: graph.needs.size - ids.length,
    leftOut: { tools: ids.length - shown.length, edges: between.length - edges.length },
  }
}

/** The tools that need others of the catalog and that no other needs. */
const leavesOf = ({ needs }: ToolGraph, hubs: ReadonlyMap<ToolId, number>): ToolId[] =>
  [...needs].flatMap(([id, edges]) =>
    !hubs.has(id) && edges.some(({ on }) => on !== id && needs.has(on)) ? [id] : [],
  )
