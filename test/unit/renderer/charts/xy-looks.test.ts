import { expect, test } from 'vitest'
import { xyTable, type XyData, type XySeries } from '../../../../src-renderer/charts/chart-data'
import type { ChartTheme } from '../../../../src-renderer/charts/chart-theme'
import {
  rangeOption,
  rangeTable,
  type RangeData,
} from '../../../../src-renderer/charts/range-option'
import { xyOption } from '../../../../src-renderer/charts/xy-option'
import { textAlong } from '../../../../src-renderer/charts/xy-text'
import { logAxis } from '../../../../src-renderer/charts/zoomed-axis'
import { paretoFront } from '../../../../src-renderer/runs/run-charts'

const theme = {
  series: ['#111111', '#222222'],
  text: '#000000',
  muted: '#666666',
  line: '#dddddd',
  surface: '#ffffff',
  accent: '#0000ff',
  font: 'sans-serif',
} as ChartTheme

const points = [1, 2, 3].map((k) => ({
  x: k,
  at: k,
  y: 0.2 * k,
  interval: [0.2 * k - 0.1, 0.2 * k + 0.1] as [number, number],
}))
const limit: XySeries = {
  name: 'most possible',
  look: 'limit',
  points: [
    { x: 1, at: 1, y: 0.5 },
    { x: 2, at: 2, y: 1 },
  ],
}
const data = (series: XySeries[]): XyData => ({
  x: { title: 'k', format: String },
  y: { title: 'Recall@k', format: (value) => value.toFixed(2), minimum: 0, maximum: 1 },
  series,
  together: (k) => `k = ${k}`,
})

interface Drawn {
  type: string
  name?: string
  symbol?: string
  z?: number
  lineStyle?: { width: number; type?: string }
  data: number[][]
  renderItem?: (params: { dataIndex: number }, api: unknown) => unknown
}
const drawn = (given: XyData) => (xyOption(given, theme) as { series: Drawn[] }).series
const api = { coord: ([x = 0, y = 0]: number[]) => [10 * x, 100 - 100 * y] }

test('intervals at every point are one band around the line, from end to end', () => {
  const [, band] = drawn(data([{ name: 'a', points, isBand: true }]))
  const figure = band?.renderItem?.({ dataIndex: 0 }, api) as {
    type: string
    shape: { points: number[][] }
  }
  expect(figure.type).toBe('polygon')
  expect(figure.shape.points.map(([x, y]) => [x, Math.round(y ?? 0)])).toEqual([
    [10, 70],
    [20, 50],
    [30, 30],
    [30, 50],
    [20, 70],
    [10, 90],
  ])
  expect(band?.renderItem?.({ dataIndex: 1 }, api)).toBeUndefined()
})

test('a limit is drawn without marks and name, and stands in tooltip and table', () => {
  const given = data([{ name: 'a', points }, limit])
  const line = drawn(given).find(({ name }) => name === 'most possible')
  expect(line).toMatchObject({ symbol: 'none', lineStyle: { type: 'dotted' } })
  expect(line).not.toHaveProperty('endLabel')
  expect(textAlong(given, [{ value: [1, 0.2] }])).toBe(
    'k = 1\na  0.20  (0.10 – 0.30)\nmost possible  0.50',
  )
  expect(textAlong(given, [{ value: [3, 0.6] }])).not.toContain('most possible')
  expect(xyTable(given).rows.at(-1)).toEqual(['most possible', 2, 1, null, null])
})

test('the front lies below the lines, broad and without marks', () => {
  const front: XySeries = { name: 'Pareto front', look: 'front', points }
  const all = drawn(data([{ name: 'a', points }, front]))
  const line = all.find(({ name }) => name === 'Pareto front')
  expect(line).toMatchObject({ symbol: 'none', z: 0 })
  expect(line?.lineStyle?.width).toBeGreaterThan(all[0]?.lineStyle?.width ?? Infinity)
})

test('the front leaves out what costs as much or more and gives no more', () => {
  const offers = [
    { cost: 10, gain: 0.5 },
    { cost: 5, gain: 0.4 },
    { cost: 10, gain: 0.6 },
    { cost: 20, gain: 0.6 },
    { cost: 7, gain: 0.3 },
    { cost: 30, gain: 0.7 },
  ]
  expect(paretoFront(offers).map(({ cost, gain }) => [cost, gain])).toEqual([
    [5, 0.4],
    [10, 0.6],
    [30, 0.7],
  ])
})

test('of offers that cost and give alike, the front has the first, and an offer that gives nothing where none does', () => {
  const offer = (name: string, cost: number, gain: number) => ({ name, cost, gain })
  const namesOf = (...offers: ReturnType<typeof offer>[]) =>
    paretoFront(offers).map(({ name }) => name)
  expect(namesOf(offer('a', 5, 0.4), offer('b', 5, 0.4), offer('c', 7, 0.4))).toEqual(['a'])
  expect(namesOf(offer('c', 7, 0), offer('b', 5, 0), offer('a', 5, 0))).toEqual(['b'])
})

test('an axis of ratios goes from mark to mark around its values', () => {
  const axis = { title: 'tokens', format: String }
  expect(logAxis(axis, [130, 14_952])).toMatchObject({
    isLog: true,
    minimum: 100,
    maximum: 20_000,
    marks: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000],
  })
  expect(logAxis(axis, [0.03, 0.4])).toMatchObject({ minimum: 0.02, maximum: 0.5 })
  expect(logAxis(axis, [100])).toMatchObject({ minimum: 100, maximum: 200 })
  expect(logAxis(axis, [])).toEqual(axis)
})

const times: RangeData = {
  value: {
    title: 'ms per query',
    unit: 'ms',
    format: String,
    isLog: true,
    minimum: 0.1,
    maximum: 10,
  },
  ends: ['p50', 'p95'],
  rows: [
    { name: 'BM25', low: 0.2, high: 0.9 },
    { name: 'Hybrid', low: 2, high: 9 },
  ],
}

test('a range has both its values in the table, written beside it and in its tooltip', () => {
  expect(rangeTable(times)).toMatchObject({
    columns: [{ title: 'Series' }, { title: 'p50' }, { title: 'p95' }],
    rows: [
      ['BM25', 0.2, 0.9],
      ['Hybrid', 2, 9],
    ],
  })
  const option = rangeOption(times, theme) as unknown as {
    xAxis: { type: string }
    tooltip: { formatter: (shown: unknown) => string }
    series: Drawn[]
  }
  expect(option.xAxis.type).toBe('log')
  expect(option.tooltip.formatter({ dataIndex: 1 })).toBe('Hybrid\np50  2 ms\np95  9 ms')
  const at = [0.2, 0, 0.9]
  const figure = option.series[0]?.renderItem?.(
    { dataIndex: 0 },
    { ...api, value: (index: number) => at[index] },
  ) as { children: { type: string; style: { text?: string } }[] }
  expect(figure.children.flatMap(({ style }) => style.text ?? [])).toEqual(['0.2', '0.9'])
})
