import { init } from 'echarts/core'
import { expect, test } from 'vitest'
import { bandOption, type BandData } from '../../../../src-renderer/charts/band-option'
import type { ChartTheme } from '../../../../src-renderer/charts/chart-theme'
import '../../../../src-renderer/charts/echarts'
import type { ChartOption } from '../../../../src-renderer/charts/echarts'
import { heatTable, heatText, type HeatData } from '../../../../src-renderer/charts/heat-data'
import { heatOption } from '../../../../src-renderer/charts/heat-option'

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

function drawn(option: ChartOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 })
  chart.setOption(option)
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

const SIZES = [10, 100, 1000]
const bands: BandData = {
  x: { title: 'tools', format: String, marks: SIZES, minimum: 9, maximum: 1_100 },
  y: { title: 'Recall', format: String, minimum: 0, maximum: 1 },
  series: [
    {
      name: 'Hybrid',
      points: SIZES.map((x, at) => ({ x, y: 0.9 - at / 10, at: x, interval: [0.5, 0.95] })),
    },
  ],
  together: (tools) => `${tools} tools`,
  logarithmic: { x: true },
}

test('lines over orders of magnitude have marks where they were measured, evenly apart', () => {
  const svg = drawn(bandOption(bands, theme))
  const places = SIZES.map((size) => {
    const [, x] = new RegExp(`translate\\(([\\d.]+) [\\d.]+\\)"[^>]*>${size}<`).exec(svg) ?? []
    return Number(x)
  })
  const [first = 0, middle = 0, last = 0] = places
  expect(first).toBeGreaterThan(0)
  expect(Math.abs(middle - first - (last - middle))).toBeLessThan(3)
})

test('intervals are drawn as one band behind their line, a piece between each two points', () => {
  const svg = drawn(bandOption(bands, theme))
  expect(svg.match(/fill="#111111"[^>]*fill-opacity="0.14"|opacity="0.14"/g)).toHaveLength(2)
  const without: BandData = {
    ...bands,
    series: [
      {
        name: 'Hybrid',
        points: [
          { x: 10, y: 0.5 },
          { x: 100, y: 0.4 },
        ],
      },
    ],
  }
  expect(drawn(bandOption(without, theme))).not.toContain('opacity="0.14"')
})

const FIRST = { column: 0, row: 0, value: 0.5, interval: [0.4, 0.6] as [number, number] }
const heat: HeatData = {
  columns: { title: 'tools', names: ['10', '100'] },
  rows: { title: 'k', names: ['1', '5'] },
  value: {
    title: 'Recall@k',
    format: (value) => value.toFixed(3),
    tick: (value) => value.toFixed(2),
  },
  cells: [FIRST, { column: 0, row: 1, value: 0.912 }, { column: 1, row: 1, value: 0.5 }],
}

test('a cell of a heat map has its figure written in it, and what has none is blank', () => {
  const svg = drawn(heatOption(heat, theme))
  expect(svg.match(/>0\.\d\d</g)?.sort()).toEqual(['>0.50<', '>0.50<', '>0.91<'])
  expect(svg).toContain('fill-opacity="0.5"')
})

test('a heat map tells each cell in words and as a row', () => {
  expect(heatText(heat, FIRST)).toBe('tools  10\nk  1\nRecall@k  0.500  (0.400 – 0.600)')
  expect(heatTable(heat).rows).toEqual([
    ['10', '1', 0.5, 0.4, 0.6],
    ['10', '5', 0.912, null, null],
    ['100', '5', 0.5, null, null],
  ])
})
