import type { TableData } from '../files/table-data'
import { axisOption, baseOption, cycle } from './base-option'
import type { Axis } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { ChartOption, CustomSeriesOption } from './echarts'

/** Differences to one common value, one bar each, from that value to the left or right. */
export interface DifferenceData {
  value: Axis
  bars: {
    name: string
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

/** In pixels: every bar has a line of its own. */
export const differenceHeight = ({ bars }: DifferenceData): number =>
  AROUND_PX + ROW_PX * bars.length

export function differenceTable({ value, bars }: DifferenceData): TableData {
  const counts = Object.keys(bars[0]?.counts ?? {})
  const { format } = value
  return {
    columns: [
      { title: 'Changed' },
      { title: value.title, format },
      { title: '95 % low', format },
      { title: '95 % high', format },
      ...counts.map((title) => ({ title, format: String })),
    ],
    rows: bars.map(({ name, value: mean, interval, counts: of }) => [
      ...[name, mean, ...interval],
      ...counts.map((title) => of[title] ?? null),
    ]),
  }
}

/** Bars from 0 with whiskers along them, the first on top. */
export function differenceOption(data: DifferenceData, theme: ChartTheme): ChartOption {
  const { value, bars } = data
  const base = baseOption(theme)
  const color = cycle(theme.series, 0)
  return {
    ...base,
    aria: { enabled: true },
    grid: { left: LABEL_PX + 16, right: 24, top: 8, bottom: 46 },
    xAxis: { type: 'value', ...axisOption(value, theme, 28) },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...{ color: theme.text, fontSize: 12, interval: 0 },
        ...{ width: LABEL_PX, overflow: 'truncate' as const },
      },
    },
    series: [
      {
        type: 'bar',
        color,
        barMaxWidth: 14,
        emphasis: { disabled: true },
        data: bars.map(({ value: mean, isClear }) => ({
          value: mean,
          itemStyle: isClear
            ? {}
            : { opacity: 0.45, borderColor: color, borderWidth: 1, borderType: 'dashed' as const },
        })),
        tooltip: { formatter: ({ dataIndex }: { dataIndex: number }) => barText(data, dataIndex) },
      },
      {
        type: 'custom',
        data: bars.map(({ interval }, at) => [...interval, at]),
        encode: { x: [0, 1], y: 2 },
        renderItem: whiskerAlong(theme.text),
        silent: true,
        z: 3,
      },
    ],
    tooltip: { ...base.tooltip, trigger: 'item' },
  }
}

function barText({ value, bars }: DifferenceData, at: number): string {
  const bar = bars[at]
  if (!bar) return ''
  const interval = bar.interval.map(value.format).join(' – ')
  const counts = Object.entries(bar.counts).map(([title, count]) => `${title} ${count}`)
  return [bar.name, `${value.format(bar.value)}  (${interval})`, ...counts].join('\n')
}

type RenderItem = Extract<CustomSeriesOption['renderItem'], (...values: never[]) => unknown>
const CAP_PX = 6
type Point = readonly [number, number]

/** Draws one interval as a horizontal line with caps; the datum is `[low, high, row]`. */
const whiskerAlong =
  (stroke: string): RenderItem =>
  (_, api) => {
    const [low = 0, y = 0] = api.coord([api.value(0), api.value(2)])
    const [high = 0] = api.coord([api.value(1), api.value(2)])
    const line = ([x1, y1]: Point, [x2, y2]: Point) => ({
      type: 'line' as const,
      shape: { x1, y1, x2, y2 },
      style: { stroke, lineWidth: 1.25 },
      silent: true,
    })
    const cap = (x: number) => line([x, y - CAP_PX / 2], [x, y + CAP_PX / 2])
    return { type: 'group', children: [line([low, y], [high, y]), cap(low), cap(high)] }
  }
