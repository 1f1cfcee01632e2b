import type { ToolId } from '../../../domain/tool/tool'

export interface GraphPictureAnswer {
  /** The most needed first. */
  tools: {
    id: ToolId
    x: number
    y: number
    neededBy: number
  }[]
  /** By the places of both tools in `tools`, and that of the kind in `KINDS_OF_EDGES`. */
  edges: [number, number, number][]
  /** Tools without an edge to another one: they are not in the picture. */
  unconnected: number
  /** What there is no room for. */
  leftOut: {
    tools: number
    edges: number
  }
}
