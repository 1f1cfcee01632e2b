import { init } from 'echarts/core'
import { expect, test } from 'vitest'
import { barOption } from '../../../../src-renderer/charts/bar-option'
import { legendLines } from '../../../../src-renderer/charts/base-option'
import { barTable, xyTable, type XyData } from '../../../../src-renderer/charts/chart-data'
import type { ChartTheme } from '../../../../src-renderer/charts/chart-theme'
import '../../../../src-renderer/charts/echarts'
import { xyOption } from '../../../../src-renderer/charts/xy-option'
import { spreadApart } from '../../../../src-renderer/charts/xy-lines'
import { zoomedAxis } from '../../../../src-renderer/charts/zoomed-axis'

const theme: ChartTheme = {
  series: ['#111111', '#222222'],
  text: '#000000',
  muted: '#666666',
  line: '#dddddd',
  surface: '#ffffff',
  accent: '#0000ff',
  edges: {
    'tool-direct': '#333333',
    'tool-indirect': '#444444',
    'parameter-direct': '#555555',
    'parameter-indirect': '#777777',
  },
  font: 'sans-serif',
}
const plain = { format: String }
const lines = (limit: number): XyData => ({
  x: { title: 'k', ...plain },
  y: { title: 'Recall@k', ...plain },
  series: ['a', 'b', 'c'].map((name) => ({
    name,
    points: [
      { x: 1, y: 0.4 },
      { x: 10, y: 0.7, interval: [0.6, 0.8] },
    ],
  })),
  lines: [{ x: limit, label: 'limit' }],
})

interface DrawnSeries {
  type: string
  color?: string
  symbol?: string
  lineStyle?: { type: string }
  markLine?: { data: { xAxis: number }[] }
  data: unknown[]
}
const seriesOf = (option: unknown): DrawnSeries[] => (option as { series: DrawnSeries[] }).series

test('lines differ by marker and dash, not by colour alone', () => {
  const drawn = seriesOf(xyOption(lines(128), theme)).filter(({ type }) => type === 'line')
  const looks = drawn.map(({ symbol, lineStyle }) => `${symbol} ${lineStyle?.type}`)
  expect(new Set(looks).size).toBe(3)
})

test('a series is drawn as its slot says, with its interval, at whatever place it stands', () => {
  const data = lines(128)
  for (const [at, each] of data.series.entries()) each.slot = 3 - at
  const drawn = seriesOf(xyOption(data, theme)).filter(({ type }) => type === 'line')
  const own = seriesOf(xyOption(lines(128), theme)).filter(({ type }) => type === 'line')
  // The second of both has its colour by slot 2 and by place 1.
  expect([drawn[1]?.color, own[1]?.color]).toEqual(['#111111', '#222222'])
  expect([drawn[1]?.symbol, drawn[1]?.lineStyle?.type]).toEqual([
    own[2]?.symbol,
    own[2]?.lineStyle?.type,
  ])
  const bars = (slot?: number) =>
    seriesOf(
      barOption(
        {
          categories: ['x'],
          value: { title: 'v', ...plain },
          series: [{ name: 'a', slot, values: [{ value: 1 }] }],
        },
        theme,
      ),
    )[0]?.color
  expect([bars(), bars(1)]).toEqual(['#111111', '#222222'])
})

test('bars are drawn with patterns', () => {
  const option = barOption(
    { categories: ['x'], value: { title: 'v', ...plain }, series: [] },
    theme,
  )
  expect(option.aria).toMatchObject({ enabled: true, decal: { show: true } })
})

test('the limit line is drawn where the points reach it, and only there', () => {
  expect(seriesOf(xyOption(lines(10), theme))[0]?.markLine?.data).toMatchObject([{ xAxis: 10 }])
  expect(seriesOf(xyOption(lines(128), theme)).every(({ markLine }) => !markLine)).toBe(true)
})

test('a whisker is drawn for points with an interval only', () => {
  const whiskers = seriesOf(xyOption(lines(128), theme)).filter(({ type }) => type === 'custom')
  expect(whiskers.map(({ data }) => data)).toEqual(Array(3).fill([[10, 0.6, 0.8]]))
})

test('a legend that takes several lines pushes the picture down', () => {
  const long = 'Hybrid · Analyser: Stop words, Stemming'
  expect(legendLines(['BM25', 'Dense'], 370)).toBe(1)
  expect(legendLines(['BM25', long, 'Dense'], 370)).toBe(3)
  expect(legendLines(['BM25', long, 'Dense'], 600)).toBe(1)
})

test('nothing moves when data are refreshed, and tooltips are text rather than HTML', () => {
  const option = xyOption(lines(128), theme)
  expect(option.animation).toBe(false)
  expect(option.tooltip).toMatchObject({ renderMode: 'richText' })
})

test('the table of a chart holds every point with its interval', () => {
  const { columns, rows } = xyTable(lines(128))
  expect(columns.map(({ title }) => title)).toEqual([
    'Series',
    'k',
    'Recall@k',
    '95 % low',
    '95 % high',
  ])
  expect(rows).toHaveLength(6)
  expect(rows[1]).toEqual(['a', 10, 0.7, 0.6, 0.8])
})

test('the table of bars leaves out what was not measured', () => {
  const { rows } = barTable({
    categories: ['Recall@5', 'MAP@5'],
    value: { title: 'Mean', ...plain },
    series: [{ name: 'a', values: [{ value: 0.5, interval: [0.4, 0.6] }, null] }],
  })
  expect(rows).toEqual([['a', 'Recall@5', 0.5, 0.4, 0.6]])
})

test('labels stand over the highest line and under the lowest, not between lines', () => {
  const data = lines(128)
  const heights = [0.5, 0.9, 0.7]
  data.series.forEach(({ points }, at) => {
    points.push({ x: 20, y: heights[at] ?? 0, label: 'k 20' })
  })
  const drawn = seriesOf(xyOption(data, theme)).filter(({ type }) => type === 'line')
  const labels = drawn.map((series) => (series.data.at(-1) as { label: Label }).label)
  expect(labels.map(({ show, position }) => show && position)).toEqual(['bottom', 'top', false])
})

interface Label {
  show: boolean
  position: string
}

/** The texts of a picture with the boxes they take, as echarts drew them. */
const drawnTexts = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text)

test('few lines with short names are named at their ends, the others in a legend', () => {
  const short = xyOption(lines(128), theme)
  expect(short.legend).toMatchObject({ show: false })
  const long = lines(128)
  long.series[0] = { name: 'Hybrid · Analyser: Stop words', points: [{ x: 1, y: 0.5 }] }
  expect(xyOption(long, theme).legend).toMatchObject({ show: true })
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 })
  chart.setOption(short)
  const texts = drawnTexts(chart.renderToSVGString())
  chart.dispose()
  // All three end at the same point: their names are moved apart, none is left out.
  expect(texts.filter((text) => ['a', 'b', 'c'].includes(text)).sort()).toEqual(['a', 'b', 'c'])
})

test('what would lie upon each other is moved apart, no further than it must', () => {
  expect(spreadApart([10, 50], 15)).toEqual([0, 0])
  expect(spreadApart([20, 20], 15)).toEqual([-7.5, 7.5])
  expect(spreadApart([30, 20, 100, 25], 10)).toEqual([5, -5, 0, 0])
  // The third touches only once the first two are apart.
  expect(spreadApart([10, 10, 22], 10)).toEqual([-6, 4, 2])
  expect(spreadApart([], 15)).toEqual([])
})

test('a tooltip has all series at the k under the pointer', () => {
  const data = lines(128)
  for (const { points } of data.series) for (const point of points) point.at = point.x
  data.together = (k) => `k = ${k}`
  const { tooltip } = xyOption(data, theme) as { tooltip: Tooltip }
  expect(tooltip.trigger).toBe('axis')
  expect(tooltip.formatter?.([{ value: [10, 0.7] }])).toBe(
    'k = 10\na  0.7  (0.6 – 0.8)\nb  0.7  (0.6 – 0.8)\nc  0.7  (0.6 – 0.8)',
  )
  // Against tokens the points of one k stand apart, and still belong together.
  for (const { points } of data.series) for (const point of points) point.x *= 100
  data.x.unit = 'tokens'
  const [first] = seriesOf(xyOption(data, theme)) as unknown as { tooltip: Tooltip }[]
  expect(first?.tooltip.formatter?.({ dataIndex: 0 })).toBe(
    'k = 1\na  0.4, 100 tokens\nb  0.4, 100 tokens\nc  0.4, 100 tokens',
  )
})

interface Tooltip {
  trigger?: string
  formatter?: (shown: unknown) => string
}

test('an axis shows the part that its values take up, from mark to mark', () => {
  const whole = { title: 'Recall', ...plain, minimum: 0, maximum: 1 }
  const ends = (values: number[]) => {
    const { minimum, maximum, step } = zoomedAxis(whole, values)
    return [minimum, maximum, step]
  }
  expect(ends([0.43, 0.84])).toEqual([0.4, 0.9, 0.1])
  expect(ends([0.89, 0.91])).toEqual([0.89, 0.91, 0.01])
  expect(ends([0.02, 0.98])).toEqual([0, 1, 0.2])
  expect(ends([0.5])).toEqual([0.49, 0.5, 0.01])
  expect(ends([1, 1])).toEqual([0.99, 1, 0.01])
  expect(ends([0, 0])).toEqual([0, 0.01, 0.01])
  expect(zoomedAxis(whole, [])).toBe(whole)
})

test('of labels that lie on each other one is drawn', () => {
  const data = lines(128)
  for (const { points } of data.series) points.push({ x: 20, y: 0.5, label: 'k 20' })
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 })
  chart.setOption({ ...xyOption(data, theme), animation: false })
  const drawn = chart.renderToSVGString().match(/>k 20</g)
  chart.dispose()
  // one above the highest line, one below the lowest
  expect(drawn).toHaveLength(2)
})
