import { axisOption, baseOption, CHART_HEIGHT, gridBelow } from './base-option'
import type { Axis, XyData } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, LineSeriesOption } from './echarts'
import { intervalSeries } from './xy-intervals'
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
