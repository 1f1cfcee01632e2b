import { KINDS_OF_EDGES } from '../../../src-main/domain/graph/edge'
import { EDGE_DASHES } from '../../components/edge-dashes'
import type { ChartTheme } from '../chart-theme'
import type { MapTool, MapView } from './map-view'

export type MapEdge = readonly [from: number, to: number, kind: number]

export interface DrawnMap {
  tools: readonly MapTool[]
  edges: readonly MapEdge[]
  view: MapView
  theme: ChartTheme
}

/**
 * Draws all edges, and all tools over them. Edges of a kind are one path of plain lines: so 24,000
 * take some 80 ms without a graphics card (measured), where WebGL takes seconds, and lines with
 * dashes five times as long.
 */
export function drawMap(
  context: CanvasRenderingContext2D,
  { tools, edges, view, theme }: DrawnMap,
): void {
  context.lineWidth = 1
  context.globalAlpha = opacityOf(edges.length)
  KINDS_OF_EDGES.forEach((kind, at) => {
    context.strokeStyle = theme.edges[kind]
    line(context, { tools, view, edges: edges.filter((edge) => edge[2] === at) })
  })
  context.globalAlpha = 1
  context.fillStyle = theme.muted
  dots(context, { tools, view })
}

/** Many lines make a blot unless each is faint. */
const opacityOf = (edges: number): number => Math.min(0.7, Math.max(0.12, 900 / Math.max(1, edges)))

/**
 * Draws the edges of one tool over the map, dashed by kind, and the tools at their ends with their
 * names.
 */
export function drawTool(
  context: CanvasRenderingContext2D,
  at: number,
  { tools, edges, view, theme }: DrawnMap,
): void {
  const own = edges.filter(([from, to]) => from === at || to === at)
  context.lineWidth = 1.6
  KINDS_OF_EDGES.forEach((kind, place) => {
    context.strokeStyle = theme.edges[kind]
    context.setLineDash([...EDGE_DASHES[kind]])
    line(context, { tools, view, edges: own.filter((edge) => edge[2] === place) })
  })
  context.setLineDash([])
  const ends = new Set(own.flatMap(([from, to]) => [from, to]))
  context.fillStyle = theme.text
  dots(context, { tools: named(tools, [...ends]), view })
  context.fillStyle = theme.accent
  dots(context, { tools: named(tools, [at]), view })
}

/**
 * Writes the names of tools beside their dots, the first first; one that would stand on another is
 * left out.
 */
export function drawNames(
  context: CanvasRenderingContext2D,
  shown: readonly MapTool[],
  { view, theme }: Pick<DrawnMap, 'view' | 'theme'>,
): void {
  context.font = `12px ${theme.font}`
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const taken: { x: number; y: number; width: number }[] = []
  for (const tool of shown) {
    const x = tool.x * view.scale + view.left + tool.radius + 4
    const y = tool.y * view.scale + view.top
    const { width } = context.measureText(tool.id)
    const isTaken = taken.some(
      (other) => Math.abs(other.y - y) < 14 && x < other.x + other.width && other.x < x + width,
    )
    if (isTaken) continue
    taken.push({ x, y, width })
    context.strokeStyle = theme.surface
    context.lineWidth = 4
    context.strokeText(tool.id, x, y)
    context.fillStyle = theme.text
    context.fillText(tool.id, x, y)
  }
}

const named = (tools: readonly MapTool[], places: readonly number[]): MapTool[] =>
  places.flatMap((place) => tools[place] ?? [])

function line(
  context: CanvasRenderingContext2D,
  { tools, edges, view }: Pick<DrawnMap, 'tools' | 'edges' | 'view'>,
): void {
  const { scale, left, top } = view
  context.beginPath()
  for (const [from, to] of edges) {
    const start = tools[from]
    const end = tools[to]
    if (!start || !end) continue
    context.moveTo(start.x * scale + left, start.y * scale + top)
    context.lineTo(end.x * scale + left, end.y * scale + top)
  }
  context.stroke()
}

function dots(
  context: CanvasRenderingContext2D,
  { tools, view: { scale, left, top } }: Pick<DrawnMap, 'tools' | 'view'>,
): void {
  context.beginPath()
  for (const tool of tools) {
    const x = tool.x * scale + left
    const y = tool.y * scale + top
    const radius = tool.radius
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
  context.fill()
}
