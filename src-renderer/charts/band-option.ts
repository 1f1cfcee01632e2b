import { cycle } from './base-option'
import type { XyData } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, CustomSeriesOption } from './echarts'
import { xyOption } from './xy-option'

/** Lines over what is best read by its order of magnitude. */
export interface BandData extends XyData {
  /** Which axes are logarithmic. */
  logarithmic: { x: boolean; y?: boolean }
}

/** So strong that bands upon one another are still told apart. */
const BAND = 0.14

/** Lines with their intervals as bands behind them. */
export function bandOption(data: BandData, theme: ChartTheme, height?: number): ChartOption {
  const { x, y = false } = data.logarithmic
  const option = xyOption(data, theme, height)
  const lines = [option.series ?? []].flat().filter(({ type }) => type !== 'custom')
  return {
    ...option,
    xAxis: { ...option.xAxis, ...(x && { type: 'log' as const }) } as ChartOption['xAxis'],
    yAxis: { ...option.yAxis, ...(y && { type: 'log' as const }) } as ChartOption['yAxis'],
    series: [...data.series.flatMap((_, at) => bands(data, theme, at)), ...lines],
  }
}

/** One piece between each two points that have intervals. */
function bands({ series }: BandData, theme: ChartTheme, at: number): CustomSeriesOption[] {
  const { slot = at, points: all = [] } = series[at] ?? {}
  const points = all.flatMap(({ x, interval }) => (interval ? [[x, ...interval] as const] : []))
  if (points.length < 2) return []
  const pieces = points.slice(1).map((point, before) => [...(points[before] ?? point), ...point])
  const renderItem: Extract<CustomSeriesOption['renderItem'], (...values: never[]) => unknown> = (
    _,
    api,
  ) => {
    const corner = (x: number, y: number) => api.coord([api.value(x), api.value(y)])
    return {
      type: 'polygon',
      shape: { points: [corner(0, 1), corner(3, 4), corner(3, 5), corner(0, 2)] },
      style: { fill: cycle(theme.series, slot), opacity: BAND },
      silent: true,
    }
  }
  return [
    {
      type: 'custom',
      data: pieces,
      encode: { x: [0, 3], y: [1, 2, 4, 5] },
      renderItem,
      silent: true,
      z: 0,
      tooltip: { show: false },
    },
  ]
}
