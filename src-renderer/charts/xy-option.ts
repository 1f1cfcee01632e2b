import { axisOption, baseOption, CHART_HEIGHT, cycle, gridBelow } from './base-option'
import type { Axis, XyData } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, CustomSeriesOption, LineSeriesOption } from './echarts'
import { whisker, type RenderItem } from './whisker'
import { drawnNames, hasNamesAtEnds, lineSeries, narrowest } from './xy-lines'
import { isAlongX, textAlong } from './xy-text'

function verticalLines({ lines = [], series }: XyData, theme: ChartTheme) {
  const reach = Math.max(0, ...series.flatMap(({ points }) => points.map((point) => point.x)))
  const reached = lines.filter(({ x }) => x <= reach)
  if (!reached.length) return {}
  const markLine: LineSeriesOption['markLine'] = {
    silent: true,
    symbol: 'none',
    lineStyle: { color: theme.muted, type: 'dashed', width: 1 },
    label: { color: theme.muted, position: 'end', distance: 4 },
    data: reached.map(({ x, label }) => ({ xAxis: x, label: { formatter: () => label } })),
  }
  return { markLine }
}

const ends = ({ minimum, maximum, step, marks }: Axis) => ({
  min: minimum,
  max: maximum,
  ...(step !== undefined && { interval: step }),
  ...(marks && { minInterval: 1 }),
})

function xAxisOption({ x: axis }: XyData, theme: ChartTheme) {
  const x = axisOption(axis, theme, 28)
  return {
    type: axis.isLog ? ('log' as const) : ('value' as const),
    ...x,
    ...ends(axis),
    axisLabel: {
      ...x.axisLabel,
      hideOverlap: true,
      // In the corner the lowest marks of both axes would meet.
      ...(axis.isLog && { alignMinLabel: 'left' as const }),
      ...(axis.marks && { customValues: axis.marks }),
    },
    splitLine: { show: false },
  }
}

/** Lines are named with their marker and dash; the front by its breadth. */
const legendEntries = ({ series }: XyData) =>
  series.flatMap(({ name, points, look }) => {
    if (!points.length) return []
    return [look === 'front' ? { name, icon: 'roundRect', itemStyle: { opacity: 0.35 } } : { name }]
  })

/** Lines of points with bands or whiskers, told apart by colour, marker and dash. */
export function xyOption(data: XyData, theme: ChartTheme, height = CHART_HEIGHT): ChartOption {
  const base = baseOption(theme)
  const names = drawnNames(data)
  const isNamedAtEnds = hasNamesAtEnds(data)
  return {
    ...base,
    // Lines have markers and dashes; patterns on their markers would only blur them.
    aria: { enabled: true },
    grid: gridBelow(names, narrowest, isNamedAtEnds),
    xAxis: xAxisOption(data, theme),
    yAxis: { type: 'value', ...axisOption(data.y, theme, 42), ...ends(data.y) },
    series: data.series.flatMap((_, index) => [
      {
        ...lineSeries(data, { theme, height }, index),
        ...(index === 0 && verticalLines(data, theme)),
      },
      ...intervalSeries(data, theme, index),
    ]),
    legend: { ...base.legend, show: !isNamedAtEnds, data: legendEntries(data) },
    tooltip: isAlongX(data)
      ? {
          ...base.tooltip,
          trigger: 'axis',
          axisPointer: { type: 'line', lineStyle: { color: theme.muted, width: 1 } },
          formatter: (shown: unknown) => textAlong(data, shown),
        }
      : { ...base.tooltip, trigger: 'item' },
  }
}

/** In pixels. */
const WHISKER_GAP = 4
/** So faint that two bands upon each other leave their lines to be seen. */
const BAND_OPACITY = 0.16

/**
 * The intervals of one line: a band where every point has one, else a whisker at those that have.
 */
function intervalSeries(data: XyData, theme: ChartTheme, index: number): CustomSeriesOption[] {
  const { points, isBand, slot = index } = data.series[index] ?? { points: [] }
  const measured = points.flatMap(({ x, interval }) => (interval ? [[x, ...interval]] : []))
  if (!measured.length) return []
  // Beside one another, as the runs were measured at the same k.
  const apart = (index - (data.series.length - 1) / 2) * WHISKER_GAP
  const color = cycle(theme.series, slot)
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
