import type { CustomSeriesOption } from './echarts'

export type RenderItem = Extract<CustomSeriesOption['renderItem'], (...values: never[]) => unknown>
type Api = Parameters<RenderItem>[1]

type Place = [x: number, y: number]

const capWidth = 6

/** A straight line between two places, in pixels. */
export const lineBetween = ([x1, y1]: Place, [x2, y2]: Place, style: object) => ({
  type: 'line' as const,
  shape: { x1, y1, x2, y2 },
  style,
  silent: true,
})

/**
 * Draws one interval as a vertical line with caps. The datum is `[x, low, high]`;
 * `offset` gives how far beside x it stands, in pixels.
 */
export function whisker(color: string, offset: (api: Api) => number = () => 0): RenderItem {
  return (_, api) => {
    const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)])
    const [, high = 0] = api.coord([api.value(0), api.value(2)])
    const middle = x + offset(api)
    return withCaps([low, high], color, (at, beside) => [middle + beside, at])
  }
}

/** Draws one interval as a horizontal line with caps; the datum is `[low, high, row]`. */
export const whiskerAlong =
  (color: string): RenderItem =>
  (_, api) => {
    const [low = 0, y = 0] = api.coord([api.value(0), api.value(2)])
    const [high = 0] = api.coord([api.value(1), api.value(2)])
    return withCaps([low, high], color, (at, beside) => [at, y + beside])
  }

function withCaps(
  [low, high]: [number, number],
  stroke: string,
  placeOf: (at: number, beside: number) => Place,
) {
  const style = { stroke, lineWidth: 1.25 }
  const cap = (at: number) =>
    lineBetween(placeOf(at, -capWidth / 2), placeOf(at, capWidth / 2), style)
  return {
    type: 'group' as const,
    children: [lineBetween(placeOf(low, 0), placeOf(high, 0), style), cap(low), cap(high)],
  }
}
