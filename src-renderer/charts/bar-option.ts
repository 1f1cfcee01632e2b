import { axisOption, baseOption, cycle, gridBelow } from './base-option'
import type { BarData } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { BarSeriesOption, ChartOption, CustomSeriesOption } from './echarts'
import { whisker } from './whisker'

// Bars take the whole width of the page, at least this, in pixels.
const narrowest = 600
const layout = { barMaxWidth: 36, barGap: '12%', barCategoryGap: '28%' }

function bars(data: BarData, theme: ChartTheme, index: number): BarSeriesOption {
  const { name, values, slot = index } = data.series[index] ?? { name: '', values: [] }
  return {
    type: 'bar',
    name,
    color: cycle(theme.series, slot),
    ...layout,
    emphasis: { disabled: true },
    data: values.map((bar) => bar?.value ?? null),
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const bar = values[dataIndex]
        if (!bar) return ''
        const interval = bar.interval?.map(data.value.format).join(' – ')
        const value = `${data.value.format(bar.value)}${interval ? `  (${interval})` : ''}`
        return `${name}\n${bar.name ?? data.categories[dataIndex] ?? ''}  ${value}`
      },
    },
  }
}

function whiskers(data: BarData, theme: ChartTheme, index: number): CustomSeriesOption {
  const { values } = data.series[index] ?? { values: [] }
  const count = data.series.length
  return {
    type: 'custom',
    data: values.flatMap((bar, i) => (bar?.interval ? [[i, ...bar.interval]] : [])),
    renderItem: whisker(
      theme.text,
      (api) => api.barLayout?.({ ...layout, count })?.[index]?.offsetCenter ?? 0,
    ),
    silent: true,
    z: 3,
  }
}

/** Grouped bars with whiskers, told apart by colour and pattern. */
export function barOption(data: BarData, theme: ChartTheme): ChartOption {
  return {
    ...baseOption(theme),
    grid: gridBelow(
      data.series.map(({ name }) => name),
      narrowest,
    ),
    xAxis: {
      type: 'category',
      data: data.categories,
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { color: theme.text, fontSize: 11, interval: 0, formatter: data.mark },
    },
    yAxis: {
      type: 'value',
      ...axisOption(data.value, theme, 42),
      min: data.value.minimum,
      max: data.value.maximum,
    },
    series: data.series.flatMap((_, index) => [
      bars(data, theme, index),
      whiskers(data, theme, index),
    ]),
    legend: { ...baseOption(theme).legend, data: data.series.map(({ name }) => name) },
    tooltip: { ...baseOption(theme).tooltip, trigger: 'item' },
  }
}
