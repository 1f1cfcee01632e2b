import { axisOption, baseOption } from './base-option'
import type { ChartTheme } from './chart-theme'
import type { ChartOption } from './echarts'
import { heatText, type HeatData } from './heat-data'
import type { RenderItem } from './whisker'

/**
 * How strong the accent is behind the least and the greatest value: the figures stay readable on
 * both.
 */
const STRENGTH = { least: 0.03, greatest: 0.5 }
/** Between cells, in pixels. */
const GAP = 1

/** A cell for each value, its figure written in it: the stronger the greater. */
export function heatOption(data: HeatData, theme: ChartTheme): ChartOption {
  const base = baseOption(theme)
  const category = (names: string[], title: string, gap: number) => ({
    ...axisOption({ title, format: String }, theme, gap),
    type: 'category' as const,
    data: names,
    axisLabel: { color: theme.text, fontSize: 11, interval: 0, hideOverlap: true },
    splitLine: { show: false },
  })
  return {
    ...base,
    aria: { enabled: true },
    legend: { show: false },
    grid: { left: 56, right: 12, top: 8, bottom: 46 },
    xAxis: category(data.columns.names, data.columns.title, 28),
    yAxis: category(data.rows.names, data.rows.title, 38),
    series: [
      {
        type: 'custom',
        data: data.cells.map(({ column, row, value }) => [column, row, value]),
        renderItem: drawn(data, theme),
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const cell = data.cells[dataIndex]
            return cell ? heatText(data, cell) : ''
          },
        },
      },
    ],
    tooltip: { ...base.tooltip, trigger: 'item' },
  }
}

function drawn(data: HeatData, theme: ChartTheme): RenderItem {
  const values = data.cells.map(({ value }) => value)
  const least = Math.min(...values)
  const greatest = Math.max(...values)
  const written = data.value.tick ?? data.value.format
  return (_, api) => {
    const value = Number(api.value(2))
    const share = greatest > least ? (value - least) / (greatest - least) : 1
    const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)])
    const [width = 0, height = 0] = api.size?.([1, 1]) as number[]
    return {
      type: 'rect',
      shape: {
        x: x - width / 2 + GAP / 2,
        y: y - height / 2 + GAP / 2,
        width: width - GAP,
        height: height - GAP,
      },
      style: {
        fill: theme.accent,
        fillOpacity: STRENGTH.least + share * (STRENGTH.greatest - STRENGTH.least),
      },
      textContent: {
        type: 'text',
        style: { text: written(value), fill: theme.text, fontSize: 11, fontFamily: theme.font },
      },
      textConfig: { position: 'inside' },
    }
  }
}
