import type { TableData } from '../files/table-data'
import { axisOption, baseOption, cycle } from './base-option'
import type { Axis } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption } from './echarts'
import type { RenderItem } from './whisker'

/** Two values of each of several things, such as the usual and the longest time. */
export interface RangeData {
  value: Axis
  /** Drawn in place of all that is less, and said to be so; where there is no place for 0. */
  least?: number
  /** What the lower and the upper value are called. */
  ends: [low: string, high: string]
  rows: { name: string; slot?: number | undefined; low: number; high: number }[]
}

/** In pixels. */
const ROW = 34
const AROUND = 74
const letterWidth = 6.6
const longestName = 150
const radius = 5

export const rangeHeight = ({ rows }: RangeData): number => AROUND + ROW * Math.max(2, rows.length)

export function rangeTable({ value, ends, rows }: RangeData): TableData {
  return {
    columns: [{ title: 'Series' }, ...ends.map((title) => ({ title, format: value.format }))],
    rows: rows.map(({ name, low, high }) => [name, low, high]),
  }
}

/** One line a row, from the lower value to the upper, each written beside it. */
export function rangeOption(data: RangeData, theme: ChartTheme): ChartOption {
  const { rows, value } = data
  const base = baseOption(theme)
  const axis = axisOption(value, theme, 28)
  const longest = Math.max(...rows.map(({ name }) => name.length * letterWidth), 0)
  const left = Math.min(longestName, longest)
  return {
    ...base,
    aria: { enabled: true },
    legend: { show: false },
    grid: { left: left + 16, right: 56, top: 12, bottom: 46 },
    xAxis: {
      type: value.isLog ? 'log' : 'value',
      ...axis,
      min: value.minimum,
      max: value.maximum,
      axisLabel: {
        ...axis.axisLabel,
        hideOverlap: true,
        ...(value.marks && { customValues: value.marks }),
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { color: theme.text, width: left, overflow: 'truncate' },
    },
    series: [
      {
        type: 'custom',
        data: rows.map(({ low, high }, at) => [drawnAt(data, low), at, drawnAt(data, high)]),
        encode: { x: [0, 2], y: 1 },
        renderItem: range(data, theme),
      },
    ],
    tooltip: {
      ...base.tooltip,
      trigger: 'item',
      formatter: (shown: unknown) => rangeText(data, (shown as { dataIndex: number }).dataIndex),
    },
  }
}

const drawnAt = ({ least = -Infinity }: RangeData, at: number): number => Math.max(least, at)

const written = ({ value, least }: RangeData, at: number): string =>
  least !== undefined && at < least ? `under ${least}` : value.format(at)

function rangeText(data: RangeData, index: number): string {
  const { rows, ends, value } = data
  const row = rows[index]
  if (!row) return ''
  const unit = value.unit ? ` ${value.unit}` : ''
  const line = (title: string, at: number) => `${title}  ${written(data, at)}${unit}`
  return [row.name, line(ends[0], row.low), line(ends[1], row.high)].join('\n')
}

const range =
  (data: RangeData, theme: ChartTheme): RenderItem =>
  ({ dataIndex }, api) => {
    const { low, high, slot = dataIndex } = data.rows[dataIndex] ?? { low: 0, high: 0 }
    const [x1 = 0, y = 0] = api.coord([api.value(0), api.value(1)])
    const [x2 = 0] = api.coord([api.value(2), api.value(1)])
    const color = cycle(theme.series, slot)
    const text = (x: number, at: number, textAlign: 'left' | 'right') => ({
      type: 'text' as const,
      x,
      y,
      style: {
        text: written(data, at),
        fill: theme.text,
        fontSize: 11,
        fontFamily: theme.font,
        textAlign,
        textVerticalAlign: 'middle' as const,
      },
    })
    const gap = radius + 5
    return {
      type: 'group',
      children: [
        { type: 'line', shape: { x1, y1: y, x2, y2: y }, style: { stroke: color, lineWidth: 3 } },
        { type: 'circle', shape: { cx: x1, cy: y, r: radius }, style: { fill: color } },
        {
          type: 'rect',
          shape: { x: x2 - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
          style: { fill: theme.surface, stroke: color, lineWidth: 2 },
        },
        text(x1 - gap, low, 'right'),
        text(x2 + gap, high, 'left'),
      ],
    }
  }
