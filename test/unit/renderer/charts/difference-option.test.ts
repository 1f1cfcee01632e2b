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
  text: '#000000',
  muted: '#666666',
  line: '#dddddd',
  surface: '#ffffff',
  font: 'serif',
} as unknown as ChartTheme

const points = (value: number) => (100 * value).toFixed(1)

const data: DifferenceData = {
  value: { title: 'Recall@5', format: (value) => value.toFixed(3), minimum: 0, maximum: 1 },
  start: { name: 'Whole recipe', value: 0.8, interval: [0.75, 0.85] },
  difference: { title: 'points', format: points },
  bars: [
    {
      name: 'without questions',
      value: -0.021,
      interval: [-0.03, -0.012],
      isClear: true,
      counts: { better: 2, worse: 14 },
    },
    {
      name: 'BM25 b: 0',
      value: 0.002,
      interval: [-0.004, 0.008],
      isClear: false,
      counts: { better: 5, worse: 4 },
    },
  ],
}

function drawn(): string {
  const chart = init(null, undefined, {
    renderer: 'svg',
    ssr: true,
    width: 600,
    height: differenceHeight(data),
  })
  chart.setOption(differenceOption(data, theme))
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

test('changes stand below the whole with their names, in the order given', () => {
  const svg = drawn()
  const heights = ['Whole recipe', 'without questions', 'BM25 b: 0'].map((text) =>
    Number(new RegExp(`translate\\([\\d.]+ ([\\d.]+)\\)"[^>]*>${text}<`).exec(svg)?.[1]),
  )
  expect(heights[0]).toBeGreaterThan(0)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
})

test('every bar begins at the whole, on an axis zoomed to the values', () => {
  const option = differenceOption(data, theme) as unknown as {
    xAxis: { min: number; max: number }
    series: { data: number[][] }[]
  }
  expect(option.series[0]?.data).toEqual([
    [0.8, 0.8, 0],
    [0.8, 0.8 - 0.021, 1],
    [0.8, 0.8 + 0.002, 2],
  ])
  expect(option.series[1]?.data[1]?.[0]).toBeCloseTo(0.77, 9)
  expect([option.xAxis.min, option.xAxis.max]).toEqual([0.74, 0.86])
})

test('what may be chance is pale and dashed', () => {
  expect(drawn().match(/stroke-opacity="0.45"|fill-opacity="0.45"|opacity="0.45"/g)).not.toBeNull()
  expect(drawn().match(/stroke-dasharray="4,3"/g)).toHaveLength(1)
})

test('their table begins with the whole, and holds the intervals and what stands behind them', () => {
  const { columns, rows } = differenceTable(data)
  expect(columns.map(({ title }) => title)).toEqual([
    'Changed',
    'Recall@5',
    'points',
    'points, 95 % low',
    'points, 95 % high',
    'better',
    'worse',
  ])
  expect(rows[0]).toEqual(['Whole recipe', 0.8, null, null, null, null, null])
  expect(rows[1]).toEqual(['without questions', 0.8 - 0.021, -0.021, -0.03, -0.012, 2, 14])
})
