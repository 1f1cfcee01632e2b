import { cycle } from './base-option'
import type { XyData } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { CustomSeriesOption } from './echarts'
import { whisker, type RenderItem } from './whisker'

/** In pixels. */
const WHISKER_GAP = 4
/** So faint that two bands upon each other leave their lines to be seen. */
const BAND_OPACITY = 0.16

/** The intervals of one line: a band where every point has one, else a whisker at those that have. */
export function intervalSeries(
  data: XyData,
  theme: ChartTheme,
  index: number,
): CustomSeriesOption[] {
  const { points, isBand } = data.series[index] ?? { points: [] }
  const measured = points.flatMap(({ x, interval }) => (interval ? [[x, ...interval]] : []))
  if (!measured.length) return []
  // Beside one another, as the runs were measured at the same k.
  const apart = (index - (data.series.length - 1) / 2) * WHISKER_GAP
  const color = cycle(theme.series, index)
  return [
    {
      type: 'custom',
      data: measured,
      renderItem: isBand ? band(color, measured) : whisker(color, () => apart),
      silent: true,
      z: 1,
    },
  ]
}

/** The area between the lower and the upper ends, as one figure; each datum is `[x, low, high]`. */
function band(color: string, ends: readonly number[][]): RenderItem {
  return ({ dataIndex }, api) => {
    if (dataIndex !== 0) return undefined
    const upper = ends.map(([x = 0, , high = 0]) => api.coord([x, high]))
    const lower = ends.map(([x = 0, low = 0]) => api.coord([x, low]))
    return {
      type: 'polygon',
      shape: { points: [...upper, ...lower.reverse()] },
      style: { fill: color, opacity: BAND_OPACITY },
      silent: true,
    }
  }
}
