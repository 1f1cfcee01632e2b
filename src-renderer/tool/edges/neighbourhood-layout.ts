import type { ActionAnswer } from '../../../src-main/features/actions'

type Neighbourhood = ActionAnswer<'graph.neighbourhood'>

/** Pixels between two rows. */
export const ROW = 30
/** The share of a column that its boxes take; the rest is for lines. */
export const BOX = 0.82

export interface PlacedTool {
  id: string
  isInCatalog: boolean
  distance: number
  /** Of the picture's width, in per cent. */
  left: number
  width: number
  /** In pixels. */
  top: number
}

export interface NeighbourhoodPicture {
  tools: PlacedTool[]
  /** Paths in a frame 100 wide and as high as the picture, with the edge each of them shows. */
  lines: { path: string; edge: Neighbourhood['edges'][number] }[]
  height: number
}

/**
 * A tool in the middle, what needs it to its left and what it needs to its right, a column for each
 * step.
 */
export function neighbourhoodPicture({ tools, edges }: Neighbourhood): NeighbourhoodPicture {
  const columns = [...new Set(tools.map(({ distance }) => distance))].sort((a, b) => a - b)
  const rows = new Map(
    columns.map((column) => [column, tools.filter(({ distance }) => distance === column)]),
  )
  const height = ROW * Math.max(1, ...[...rows.values()].map(({ length }) => length))
  const share = 100 / columns.length
  const placed = columns.flatMap((column, at) => {
    const own = rows.get(column) ?? []
    const first = (height - own.length * ROW) / 2
    // The last column needs no room for lines behind it.
    const left = at * share + (share * (1 - BOX) * at) / Math.max(1, columns.length - 1)
    return own.map((tool, row) => ({ ...tool, left, width: share * BOX, top: first + row * ROW }))
  })
  const byId = new Map(placed.map((tool) => [tool.id, tool]))
  const lines = edges.flatMap((edge) => {
    const from = byId.get(edge.from)
    const to = byId.get(edge.on)
    return from && to && from !== to ? [{ path: pathBetween(from, to), edge }] : []
  })
  return { tools: placed, lines, height }
}

/**
 * A curve from one box to another: to a later column from right to left, to an earlier one the
 * other way, else around.
 */
function pathBetween(from: PlacedTool, to: PlacedTool): string {
  const fromY = from.top + ROW / 2
  const toY = to.top + ROW / 2
  const isLater = to.left > from.left
  const isSame = to.left === from.left
  const start = isLater || isSame ? from.left + from.width : from.left
  const end = isLater ? to.left : to.left + to.width
  const middle = isSame ? start + to.width * (1 / BOX - 1) : (start + end) / 2
  return `M${round(start)} ${fromY}C${round(middle)} ${fromY} ${round(middle)} ${toY} ${round(end)} ${toY}`
}

const round = (value: number): number => Math.round(value * 100) / 100
