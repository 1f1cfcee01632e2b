import type { CustomSeriesOption } from './echarts'

export type RenderItem = Extract<CustomSeriesOption['renderItem'], (...values: never[]) => unknown>
type Api = Parameters<RenderItem>[1]

type Place = [x: number, y: number]

const capWidth = 6

/**
 * Draws one interval as a vertical line with caps. The datum is `[x, low, high]`;
 * `offset` gives how far beside x it stands, in pixels.
 */
export function whisker(color: string, offset: (api: Api) => number = () => 0): RenderItem {
  return (_, api) => {
    const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)])
    const [, high = 0] = api.coord([api.value(0), api.value(2)])
    const middle = x + offset(api)
    const line = ([x1, y1]: Place, [x2, y2]: Place) => ({
      type: 'line' as const,
      shape: { x1, y1, x2, y2 },
      style: { stroke: color, lineWidth: 1.25 },
      silent: true,
    })
    const cap = (y: number) => line([middle - capWidth / 2, y], [middle + capWidth / 2, y])
    return {
      type: 'group',
      children: [line([middle, low], [middle, high]), cap(low), cap(high)],
    }
  }
}
