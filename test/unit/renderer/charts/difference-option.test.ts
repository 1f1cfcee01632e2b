import { init } from 'echarts/core'
import { expect, test } from 'vitest'
import type { ChartTheme } from '../../../../src-renderer/charts/chart-theme'
import {
  differenceHeight,
  differenceOption,
  differenceTable,
  type DifferenceData,
} from '../../../../src-renderer/charts/difference-option'
import '../../../../src-renderer/charts/echarts'

const theme = {
  series: ['#111111'],
  ...{ text: '#000000', muted: '#666666', line: '#dddddd', surface: '#ffffff', font: 'serif' },
} as unknown as ChartTheme

const data: DifferenceData = {
  value: { title: 'Recall@5, points', format: (value) => value.toFixed(1) },
  bars: [
    {
      ...{ name: 'without questions', value: -2.1, interval: [-3, -1.2], isClear: true },
      counts: { better: 2, worse: 14 },
    },
    {
      ...{ name: 'BM25 b: 0', value: 0.2, interval: [-0.4, 0.8], isClear: false },
      counts: { better: 5, worse: 4 },
    },
  ],
}

test('differences stand below each other with their names, the first on top', () => {
  const chart = init(null, undefined, {
    ...{ renderer: 'svg', ssr: true, width: 600, height: differenceHeight(data) },
  })
  chart.setOption(differenceOption(data, theme))
  const svg = chart.renderToSVGString()
  chart.dispose()
  const heightOf = (text: string) =>
    Number(new RegExp(`translate\\([\\d.]+ ([\\d.]+)\\)"[^>]*>${text}<`).exec(svg)?.[1])
  expect(heightOf('without questions')).toBeGreaterThan(0)
  expect(heightOf('without questions')).toBeLessThan(heightOf('BM25 b: 0'))
})

test('what may be chance is pale and dashed', () => {
  const { series } = differenceOption(data, theme) as unknown as {
    series: { data: { itemStyle: object }[] }[]
  }
  expect(series[0]?.data.map(({ itemStyle }) => 'opacity' in itemStyle)).toEqual([false, true])
})

test('their table holds the intervals and what stands behind them', () => {
  const { columns, rows } = differenceTable(data)
  expect(columns.map(({ title }) => title)).toEqual([
    ...['Changed', 'Recall@5, points', '95 % low', '95 % high', 'better', 'worse'],
  ])
  expect(rows[0]).toEqual(['without questions', -2.1, -3, -1.2, 2, 14])
})
