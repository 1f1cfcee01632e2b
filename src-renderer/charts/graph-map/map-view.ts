/** A tool on the map, in the map's own units. */
export interface MapTool {
  id: string
  x: number
  y: number
  /** Of its dot, in pixels. */
  radius: number
}

/** The smallest and the largest dot, in pixels. */
const SMALLEST = 2
const LARGEST = 16
/**
 * Tools that have room on a map; the dots of more are smaller, so that they do not cover each
 * other.
 */
const ROOMY = 1500

/** Tools with dots as large as they are needed; the most needed has the largest. */
export function sized(
  tools: readonly { id: string; x: number; y: number; neededBy: number }[],
): MapTool[] {
  const crowd = Math.min(1, Math.sqrt(ROOMY / tools.length))
  const most = tools.reduce((sum, { neededBy }) => Math.max(sum, neededBy), 1)
  return tools.map(({ id, x, y, neededBy }) => ({
    id,
    x,
    y,
    radius: crowd * (SMALLEST + (LARGEST - SMALLEST) * (neededBy / most) ** 0.7),
  }))
}

/**
 * Which part of the map is on show: a point (x, y) stands at (x · scale + left, y · scale + top),
 * in pixels.
 */
export interface MapView {
  scale: number
  left: number
  top: number
}

interface Size {
  width: number
  height: number
}

/** Room for labels and large dots at the edge of the picture, in pixels. */
const MARGIN = 40
const CLOSEST = 20
const FARTHEST = 0.01

/** The view that shows all of the map in its middle. */
export function fitted(tools: readonly MapTool[], { width, height }: Size): MapView {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (const { x, y } of tools) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (tools.length === 0) return { scale: 1, left: width / 2, top: height / 2 }
  const room = (pixels: number) => Math.max(1, pixels - 2 * MARGIN)
  const scale = Math.min(
    room(width) / Math.max(1, right - left),
    room(height) / Math.max(1, bottom - top),
    CLOSEST,
  )
  return {
    scale,
    left: width / 2 - ((left + right) / 2) * scale,
    top: height / 2 - ((top + bottom) / 2) * scale,
  }
}

/** The same map nearer by a factor, with the point under (x, y) staying where it is. */
export function zoomed(
  view: MapView,
  by: number,
  [x, y]: readonly [x: number, y: number],
): MapView {
  const scale = Math.min(CLOSEST, Math.max(FARTHEST, view.scale * by))
  const factor = scale / view.scale
  return { scale, left: x - (x - view.left) * factor, top: y - (y - view.top) * factor }
}

/** How far beside a dot still counts as on it, in pixels. */
const REACH = 6

/** The tool under a point of the picture; of several the nearest. */
export function toolUnder(
  tools: readonly MapTool[],
  view: MapView,
  [x, y]: readonly [x: number, y: number],
): number | undefined {
  let found = undefined as number | undefined
  let nearest = Infinity
  tools.forEach((tool, at) => {
    const away = Math.hypot(tool.x * view.scale + view.left - x, tool.y * view.scale + view.top - y)
    const distance = away - tool.radius
    if (distance > REACH || distance >= nearest) return
    found = at
    nearest = distance
  })
  return found
}
