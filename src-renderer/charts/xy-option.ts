import { axisOption, baseOption, cycle, dashes, gridBelow, markers } from './base-option'
import type { XyData, XyPoint } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, CustomSeriesOption, LineSeriesOption } from './echarts'
import { whisker } from './whisker'

// Beyond this a marker on every point hides the line; points with an interval or label keep theirs.
const markedPoints = 20

// Two charts stand side by side where there is room, each at least this wide, in pixels.
const narrowest = 370

/** In pixels. */
const WHISKER_GAP = 4

const isMarked = (point: XyPoint, points: XyPoint[]): boolean =>
  points.length <= markedPoints || point.interval !== undefined || point.label !== undefined

function pointText(data: XyData, name: string, point: XyPoint): string {
  const interval = point.interval?.map(data.y.format).join(' – ')
  return [
    point.label ? `${name}, ${point.label}` : name,
    `${data.x.title}  ${data.x.format(point.x)}`,
    `${data.y.title}  ${data.y.format(point.y)}${interval ? `  (${interval})` : ''}`,
  ].join('\n')
}

/** Whether a series lies above the others, so that its labels have room over it. */
function isHighest({ series }: XyData, index: number): boolean {
  const heights = series.map(({ points }) => Math.max(...points.map(({ y }) => y)))
  return heights.indexOf(Math.max(...heights)) === index
}

function lineSeries(data: XyData, theme: ChartTheme, index: number): LineSeriesOption {
  const { name, points } = data.series[index] ?? { name: '', points: [] }
  const color = cycle(theme.series, index)
  const position = isHighest(data, index) ? ('top' as const) : ('bottom' as const)
  return {
    type: 'line',
    name,
    color,
    symbol: cycle(markers, index),
    symbolSize: 8,
    showAllSymbol: true,
    lineStyle: { width: 2, type: cycle(dashes, index) },
    emphasis: { disabled: true },
    data: points.map((point) => ({
      value: [point.x, point.y],
      symbolSize: isMarked(point, points) ? 8 : 0,
      label: {
        show: point.label !== undefined,
        formatter: () => point.label ?? '',
        position,
        color: theme.muted,
        fontSize: 11,
      },
    })),
    labelLayout: { hideOverlap: true },
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const point = points[dataIndex]
        return point ? pointText(data, name, point) : ''
      },
    },
  }
}

function limitLine({ limit, series }: XyData, theme: ChartTheme): LineSeriesOption['markLine'] {
  const reach = Math.max(0, ...series.flatMap(({ points }) => points.map((point) => point.x)))
  if (!limit || limit.x > reach) return undefined
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: theme.muted, type: 'dashed', width: 1 },
    label: { formatter: () => limit.label, color: theme.muted, position: 'insideEndTop' },
    data: [{ xAxis: limit.x }],
  }
}

function whiskers(data: XyData, theme: ChartTheme, index: number): CustomSeriesOption[] {
  const { points } = data.series[index] ?? { points: [] }
  const measured = points.flatMap(({ x, interval }) => (interval ? [[x, ...interval]] : []))
  if (!measured.length) return []
  // Beside one another, as the runs were measured at the same k.
  const apart = (index - (data.series.length - 1) / 2) * WHISKER_GAP
  return [
    {
      type: 'custom',
      data: measured,
      renderItem: whisker(cycle(theme.series, index), () => apart),
      silent: true,
      z: 1,
    },
  ]
}

/** The series that have something to show: only these stand in the legend. */
const drawnNames = ({ series }: XyData): string[] =>
  series.filter(({ points }) => points.length > 0).map(({ name }) => name)

/** Lines of points with whiskers, told apart by colour, marker and dash. */
export function xyOption(data: XyData, theme: ChartTheme): ChartOption {
  const limit = limitLine(data, theme)
  return {
    ...baseOption(theme),
    // Lines have markers and dashes; patterns on their markers would only blur them.
    aria: { enabled: true },
    grid: gridBelow(drawnNames(data), narrowest),
    xAxis: {
      type: 'value',
      ...axisOption(data.x, theme, 28),
      ...(data.x.whole ? { minInterval: 1 } : {}),
      min: data.x.minimum,
      max: data.x.maximum,
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...axisOption(data.y, theme, 42),
      min: data.y.minimum,
      max: data.y.maximum,
    },
    series: data.series.flatMap((_, index) => [
      { ...lineSeries(data, theme, index), ...(index === 0 && limit ? { markLine: limit } : {}) },
      ...whiskers(data, theme, index),
    ]),
    legend: { ...baseOption(theme).legend, data: drawnNames(data) },
    tooltip: { ...baseOption(theme).tooltip, trigger: 'item' },
  }
}
