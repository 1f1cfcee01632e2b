import { CustomChart, LineChart as Lines, type CustomSeriesOption } from 'echarts/charts'
import { GridComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { plainText } from '../../../domain/value/plain-text'
import { html, shortened, trusted, type Markup } from '../../../exporting/html'

use([Lines, CustomChart, GridComponent, MarkLineComponent, SVGRenderer])

export interface LinePoint {
  x: number
  y: number
  /** Where it was measured: there stands a sign, with a whisker over its interval. */
  measured?: { interval?: readonly [number, number]; label?: string }
}

export interface ChartAxis {
  title: string
  from: number
  /** Left out, with `step`: at a round figure beyond the last point. */
  to?: number
  step?: number
  /** What is written along it, as far as there is room; left out: at round figures. */
  marks?: number[]
  text: (value: number) => string
  /** Whether equal ratios are equally far apart. */
  isLogarithmic?: boolean
}

interface LineChart {
  /** Tells the picture from others of the page. */
  id: string
  title: string
  /** What is to be seen, for those who do not see it. */
  description: string
  x: ChartAxis
  y: ChartAxis
  lines: { name: string; points: LinePoint[] }[]
  /** A place on the x axis that is marked. */
  mark?: { x: number; label: string }
}

/** In units of the drawing, which grows with the page. */
const FRAME = { width: 520, height: 300 }
const GRID = { left: 52, right: 24, top: 26, bottom: 46 }
/** Colours, of which further lines begin again: the style sheet has them by day and by night. */
const SERIES = 8
/** Lines are told apart without colour as well. */
const DASHES = [[], [7, 4], [2, 3]]
/** A circle, a square, a triangle and a diamond. */
const SIGNS = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  'M-4 -4h8v8h-8z',
  'M0 -5l5 9h-10z',
  'M0 -5l5 5l-5 5l-5 -5z',
]
const SIGN_SIZE = 9
const LONGEST_NAME = 80
const WHISKER_GAP = 4
const MUTED = 'var(--muted)'
const GRID_LINE = 'var(--line)'

const seriesColour = (at: number): string => `var(--s${(at % SERIES) + 1})`
const seriesDash = (at: number): number[] => DASHES[at % DASHES.length] ?? []
const seriesSign = (at: number): string => SIGNS[at % SIGNS.length] ?? ''

/** Lines over an axis as a drawing, with a legend above it. */
export const lineChart = (chart: LineChart): Markup =>
  html`<figure>
    <h3 id="${chart.id}-heading">${chart.title}</h3>
    <ul class="legend">
      ${chart.lines.map(({ name }, at) => html`<li>${swatch(at)}${shortened(name, LONGEST_NAME)}</li>`)}
    </ul>
    <svg
      class="chart"
      viewBox="0 0 ${FRAME.width} ${FRAME.height}"
      role="img"
      aria-labelledby="${chart.id}-title ${chart.id}-description"
    >
      <title id="${chart.id}-title">${chart.title}</title>
      <desc id="${chart.id}-description">${chart.description}</desc>
      ${drawn(chart)}
    </svg>
  </figure> `

const swatch = (at: number): Markup =>
  html`<svg viewBox="-17 -6 34 12" aria-hidden="true">
    <path
      stroke="${seriesColour(at)}"
      stroke-width="2"
      stroke-dasharray="${seriesDash(at).join(' ')}"
      d="M-17 0H17"
    />
    <path fill="${seriesColour(at)}" stroke="var(--page)" d="${seriesSign(at)}" />
  </svg>`

function drawn(chart: LineChart): Markup {
  const picture = init(null, null, { renderer: 'svg', ssr: true, ...FRAME })
  try {
    picture.setOption({
      animation: false,
      grid: GRID,
      xAxis: {
        ...axisOption(chart.x),
        nameLocation: 'middle',
        nameGap: 28,
        splitLine: { show: false },
      },
      yAxis: { ...axisOption(chart.y), nameTextStyle: { color: MUTED, align: 'right' } },
      series: chart.lines.flatMap((_, at) => [lineSeries(chart, at), whiskers(chart, at)]),
    })
    return trusted(bare(picture.renderToSVGString({ useViewBox: true })))
  } finally {
    picture.dispose()
  }
}

/**
 * What stands within the drawing, without what the page must not hold: it takes no style but its
 * own sheet and names no address. Nothing lies beyond the axes that would have to be clipped.
 */
const bare = (svg: string): string =>
  svg
    .replace(/^<svg[^>]*>/, '')
    .replace(/<(?:defs|style|\/svg)[ >][^]*$/, '')
    .replaceAll(/ (?:style|class|clip-path|pointer-events|xml:space|ecmeta_\w+)="[^"]*"/g, '')

const axisOption = ({ title, from, to, step, marks, text, isLogarithmic }: ChartAxis) => ({
  type: isLogarithmic ? ('log' as const) : ('value' as const),
  name: title,
  nameTextStyle: { color: MUTED },
  min: from,
  max: to,
  interval: step,
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: MUTED, formatter: text, hideOverlap: true, customValues: marks },
  splitLine: { lineStyle: { color: GRID_LINE } },
})

function lineSeries({ lines, mark }: LineChart, at: number) {
  const color = seriesColour(at)
  return {
    type: 'line' as const,
    color,
    silent: true,
    emphasis: { disabled: true },
    clip: false,
    showAllSymbol: true,
    itemStyle: { borderColor: 'var(--page)', borderWidth: 1 },
    lineStyle: { width: 2, type: seriesDash(at) },
    labelLayout: { hideOverlap: true },
    data: (lines[at]?.points ?? []).map(({ x, y, measured }) => ({
      value: [x, y],
      symbol: measured ? `path://${seriesSign(at)}` : 'none',
      symbolSize: SIGN_SIZE,
      label: labelOption(measured?.label, 'bottom'),
    })),
    ...(mark && at === 0 && { markLine: markLine(mark) }),
  }
}

const labelOption = (text: string | undefined, position: 'bottom' | 'end') => ({
  show: text !== undefined,
  formatter: () => plainText(text ?? ''),
  position,
  color: MUTED,
  textBorderWidth: 0,
})

const markLine = ({ x, label }: { x: number; label: string }) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: MUTED, type: [4, 3] },
  data: [{ xAxis: x, label: labelOption(label, 'end') }],
})

/** The intervals of one line; those of several lines at one place stand beside one another. */
function whiskers({ lines }: LineChart, at: number): CustomSeriesOption {
  const apart = (at - (lines.length - 1) / 2) * WHISKER_GAP
  const points = lines[at]?.points ?? []
  return {
    type: 'custom',
    silent: true,
    data: points.flatMap(({ x, measured }) =>
      measured?.interval ? [[x, ...measured.interval]] : [],
    ),
    encode: { x: 0, y: [1, 2] },
    renderItem: (_, api) => {
      const [place = 0, low = 0] = api.coord([api.value(0), api.value(1)])
      const [, high = 0] = api.coord([api.value(0), api.value(2)])
      const x = place + apart
      const pathData = `M${x - 3} ${low}h6M${x - 3} ${high}h6M${x} ${low}V${high}`
      return {
        type: 'path',
        shape: { pathData },
        style: { fill: 'none', stroke: seriesColour(at), lineWidth: 1.5 },
      }
    },
  }
}
