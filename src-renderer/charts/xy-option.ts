import {
  areNamedAtEnds,
  axisOption,
  baseOption,
  CHART_HEIGHT,
  cycle,
  dashes,
  gridBelow,
  markers,
} from './base-option'
import type { Axis, XyData, XyPoint } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, CustomSeriesOption, LineSeriesOption } from './echarts'
import { spreadApart } from './spread-apart'
import { whisker } from './whisker'
import { pointText, textAlong } from './xy-text'

// Beyond this a marker on every point hides the line; points with an interval or label keep theirs.
const markedPoints = 20

// Two charts stand side by side where there is room, each at least this wide, in pixels.
const narrowest = 370

/** In pixels. */
const WHISKER_GAP = 4
const NAME_HEIGHT = 15

/** What a picture is drawn with. */
interface Look {
  theme: ChartTheme
  /** In pixels. */
  height: number
}

const isMarked = (point: XyPoint, points: XyPoint[]): boolean =>
  points.length <= markedPoints || point.interval !== undefined || point.label !== undefined

/** Whether all points that belong together stand above one another, so that one line through them names them all. */
const isAlongX = ({ series, together }: XyData): boolean =>
  !!together && series.every(({ points }) => points.every(({ x, at }) => x === at))

/** Over the highest line and under the lowest there is room for labels; between lines there is none. */
function labelPlace({ series }: XyData, index: number): 'top' | 'bottom' | undefined {
  const heights = series.flatMap(({ points }, at) => {
    const labelled = points.filter(({ label }) => label !== undefined)
    const sum = labelled.reduce((total, { y }) => total + y, 0)
    return labelled.length ? [{ at, height: sum / labelled.length }] : []
  })
  const rising = heights.toSorted((a, b) => a.height - b.height || b.at - a.at)
  if (rising.at(-1)?.at === index) return 'top'
  return rising[0]?.at === index ? 'bottom' : undefined
}

function lineSeries(data: XyData, { theme, height }: Look, index: number): LineSeriesOption {
  const { name, points } = data.series[index] ?? { name: '', points: [] }
  const place = labelPlace(data, index)
  const isNamedAtEnd = hasNamesAtEnds(data)
  return {
    type: 'line',
    name,
    color: cycle(theme.series, index),
    symbol: cycle(markers, index),
    symbolSize: 8,
    showAllSymbol: true,
    lineStyle: { width: 2, type: cycle(dashes, index) },
    emphasis: { disabled: true },
    data: points.map((point) => ({
      value: [point.x, point.y],
      symbolSize: isMarked(point, points) ? 8 : 0,
      label: {
        show: point.label !== undefined && place !== undefined,
        formatter: () => point.label ?? '',
        position: place ?? 'top',
        color: theme.muted,
        fontSize: 11,
      },
    })),
    ...(isNamedAtEnd && {
      endLabel: {
        show: true,
        formatter: () => name,
        color: theme.text,
        distance: 10,
        offset: [0, nameMoves(data, height)[index] ?? 0],
      },
    }),
    labelLayout: { hideOverlap: !isNamedAtEnd },
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const point = points[dataIndex]
        return point ? pointText(data, name, point) : ''
      },
    },
  }
}

/** How far the name at the end of each line is moved up or down, so that none lies upon another; in pixels. */
function nameMoves({ series, y: { minimum = 0, maximum = 1 } }: XyData, height: number): number[] {
  const drawn = series.filter(({ points }) => points.length > 0)
  const { top, bottom } = gridBelow([], narrowest, true)
  const scale = (height - top - bottom) / (maximum - minimum)
  const places = drawn.map(({ points }) => (maximum - (points.at(-1)?.y ?? 0)) * scale)
  const moves = spreadApart(places, NAME_HEIGHT)
  return series.map((each) => moves[drawn.indexOf(each)] ?? 0)
}

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

/** The series that have something to show: only these are named. */
const drawnNames = ({ series }: XyData): string[] =>
  series.filter(({ points }) => points.length > 0).map(({ name }) => name)

/** Where points have labels of their own, names at the ends would stand in their way. */
const hasNamesAtEnds = (data: XyData): boolean =>
  areNamedAtEnds(drawnNames(data)) &&
  data.series.every(({ points }) => points.every(({ label }) => label === undefined))

const ends = ({ minimum, maximum, step, marks }: Axis) => ({
  min: minimum,
  max: maximum,
  ...(step !== undefined && { interval: step }),
  ...(marks && { minInterval: 1 }),
})

/** Lines of points with whiskers, told apart by colour, marker and dash. */
export function xyOption(data: XyData, theme: ChartTheme, height = CHART_HEIGHT): ChartOption {
  const base = baseOption(theme)
  const names = drawnNames(data)
  const isNamedAtEnds = hasNamesAtEnds(data)
  const x = axisOption(data.x, theme, 28)
  return {
    ...base,
    // Lines have markers and dashes; patterns on their markers would only blur them.
    aria: { enabled: true },
    grid: gridBelow(names, narrowest, isNamedAtEnds),
    xAxis: {
      type: 'value',
      ...x,
      ...ends(data.x),
      axisLabel: {
        ...x.axisLabel,
        hideOverlap: true,
        ...(data.x.marks && { customValues: data.x.marks }),
      },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', ...axisOption(data.y, theme, 42), ...ends(data.y) },
    series: data.series.flatMap((_, index) => [
      {
        ...lineSeries(data, { theme, height }, index),
        ...(index === 0 && verticalLines(data, theme)),
      },
      ...whiskers(data, theme, index),
    ]),
    legend: { ...base.legend, show: !isNamedAtEnds, data: names },
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
