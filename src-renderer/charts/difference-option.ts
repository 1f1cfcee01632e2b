import type { TableData } from '../files/table-data'
import { axisOption, baseOption, cycle } from './base-option'
import type { Axis } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption } from './echarts'
import { lineBetween, whiskerAlong, type RenderItem } from './whisker'
import { zoomedAxis } from './zoomed-axis'

/**
 * What one value becomes by each of several changes alone: a bar a change, from that value to what
 * it becomes.
 */
export interface DifferenceData {
  value: Axis
  /** What every bar begins at. */
  start: { name: string; value: number; interval: [low: number, high: number] }
  /** Differences to it, as tooltip and table write them. */
  difference: { title: string; format: (value: number) => string }
  bars: {
    name: string
    /** The difference. */
    value: number
    interval: [low: number, high: number]
    /** Whether it is more than chance explains; other bars are pale. */
    isClear: boolean
    /** Counts of what stands behind it, by column of the table. */
    counts: Record<string, number>
  }[]
}

const ROW_PX = 26
const AROUND_PX = 76
const LABEL_PX = 170
const BAR_PX = 14

/** In pixels: the start and every bar have a line of their own. */
export const differenceHeight = ({ bars }: DifferenceData): number =>
  AROUND_PX + ROW_PX * (bars.length + 1)

export function differenceTable({ value, start, difference, bars }: DifferenceData): TableData {
  const counts = Object.keys(bars[0]?.counts ?? {})
  const { title, format } = difference
  return {
    columns: [
      { title: 'Changed' },
      { title: value.title, format: value.format },
      { title, format },
      ...['low', 'high'].map((end) => ({ title: `${title}, 95 % ${end}`, format })),
      ...counts.map((counted) => ({ title: counted, format: String })),
    ],
    rows: [
      [start.name, start.value, null, null, null, ...counts.map(() => null)],
      ...bars.map(({ name, value: mean, interval, counts: of }) => [
        name,
        start.value + mean,
        mean,
        ...interval,
        ...counts.map((counted) => of[counted] ?? null),
      ]),
    ],
  }
}

/**
 * Floating bars with whiskers along them below the value that they begin at, which a line leads
 * down from.
 */
export function differenceOption(data: DifferenceData, theme: ChartTheme): ChartOption {
  const { start, bars } = data
  const intervals = [start.interval, ...bars.map(({ interval }) => shifted(interval, start.value))]
  const ends = [start.value, ...bars.map(({ value }) => start.value + value)]
  const axis = zoomedAxis(data.value, [...ends, ...intervals.flat()])
  const base = baseOption(theme)
  return {
    ...base,
    aria: { enabled: true },
    grid: { left: LABEL_PX + 16, right: 24, top: 8, bottom: 46 },
    xAxis: {
      type: 'value',
      ...axisOption(axis, theme, 28),
      min: axis.minimum,
      max: axis.maximum,
      interval: axis.step,
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [start, ...bars].map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: theme.text,
        fontSize: 12,
        interval: 0,
        width: LABEL_PX,
        overflow: 'truncate' as const,
      },
    },
    series: [
      {
        type: 'custom',
        data: ends.map((end, row) => [start.value, end, row]),
        encode: { x: [0, 1], y: 2 },
        renderItem: floating(data, theme),
        tooltip: { formatter: ({ dataIndex }: { dataIndex: number }) => rowText(data, dataIndex) },
      },
      {
        type: 'custom',
        data: intervals.map((interval, row) => [...interval, row]),
        encode: { x: [0, 1], y: 2 },
        renderItem: whiskerAlong(theme.text),
        silent: true,
        z: 3,
      },
    ],
    tooltip: { ...base.tooltip, trigger: 'item' },
  }
}

const shifted = ([low, high]: [number, number], by: number): [number, number] => [
  low + by,
  high + by,
]

/**
 * The start as a mark with a line down all rows, each change as a bar from there; what may be
 * chance is pale and dashed.
 */
const floating =
  ({ bars }: DifferenceData, theme: ChartTheme): RenderItem =>
  ({ dataIndex }, api) => {
    const [from = 0, y = 0] = api.coord([api.value(0), api.value(2)])
    const [to = 0] = api.coord([api.value(1), api.value(2)])
    if (dataIndex === 0) return startMark([from, y], bars.length, theme)
    const color = cycle(theme.series, 0)
    const isClear = bars[dataIndex - 1]?.isClear
    const dashed = { opacity: 0.45, stroke: color, lineWidth: 1, lineDash: [4, 3] }
    const shape = {
      x: Math.min(from, to),
      y: y - BAR_PX / 2,
      width: Math.max(1, Math.abs(to - from)),
      height: BAR_PX,
    }
    return { type: 'rect', shape, style: { fill: color, ...(!isClear && dashed) } }
  }

function startMark([x, y]: [number, number], rows: number, theme: ChartTheme) {
  const style = { stroke: theme.muted, lineWidth: 1, lineDash: [3, 3] }
  const size = BAR_PX - 4
  return {
    type: 'group' as const,
    children: [
      lineBetween([x, y], [x, y + rows * ROW_PX + BAR_PX / 2], style),
      {
        type: 'rect' as const,
        shape: { x: x - size / 2, y: y - size / 2, width: size, height: size },
        style: { fill: cycle(theme.series, 0) },
      },
    ],
  }
}

function rowText({ value, start, difference, bars }: DifferenceData, row: number): string {
  const bar = bars[row - 1]
  const interval = (ends: [number, number], format: (value: number) => string) =>
    `(${ends.map(format).join(' – ')})`
  if (!bar) {
    const { format } = value
    return `${start.name}\n${format(start.value)}  ${interval(start.interval, format)}`
  }
  const { format } = difference
  const counts = Object.entries(bar.counts).map(([title, count]) => `${title} ${count}`)
  const becomes = `${value.title} ${value.format(start.value + bar.value)}`
  return [
    bar.name,
    becomes,
    `${format(bar.value)}  ${interval(bar.interval, format)}`,
    ...counts,
  ].join('\n')
}
