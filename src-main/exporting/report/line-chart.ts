import { html, shortened, type Markup } from './html'

export interface LinePoint {
  x: number
  y: number
  /** Where it was measured: there stands a sign, with a whisker over its interval. */
  measured?: { interval?: readonly [number, number]; label?: string }
}

export interface ChartAxis {
  title: string
  from: number
  to: number
  marks: number[]
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
const FRAME = { width: 520, height: 300, left: 52, right: 24, top: 22, bottom: 46 }
/** Colours, of which further lines begin again. */
const SERIES = 8
/** Lines are told apart without colour as well. */
const DASHES = ['none', '7 4', '2 3']
const LONGEST_NAME = 80
const WHISKER_GAP = 4

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
      ${gridOf(chart)}${markOf(chart)}${chart.lines.map((line, at) => lineOf(line, at, chart))}
    </svg>
  </figure> `

const swatch = (at: number): Markup =>
  html`<svg viewBox="0 0 34 12" aria-hidden="true">
    <g class="${seriesOf(at)}">
      <path class="line" stroke-dasharray="${dashOf(at)}" d="M0 6H34" />
      ${sign(17, 6, at)}
    </g>
  </svg>`

const seriesOf = (at: number): string => `series-${(at % SERIES) + 1}`
const dashOf = (at: number): string => DASHES[at % DASHES.length] ?? 'none'

/** Where a value stands along an axis, from 0 to 1. */
function shareOf({ from, to, isLogarithmic }: ChartAxis, value: number): number {
  if (isLogarithmic) return Math.log(value / from) / Math.log(to / from)
  return (value - from) / (to - from)
}

const across = (axis: ChartAxis, value: number): number =>
  rounded(FRAME.left + shareOf(axis, value) * (FRAME.width - FRAME.left - FRAME.right))
const up = (axis: ChartAxis, value: number): number =>
  rounded(
    FRAME.height - FRAME.bottom - shareOf(axis, value) * (FRAME.height - FRAME.top - FRAME.bottom),
  )
const rounded = (value: number): number => Number(value.toFixed(1))

function gridOf({ x, y }: LineChart): Markup {
  const right = FRAME.width - FRAME.right
  const bottom = FRAME.height - FRAME.bottom
  const middle = (FRAME.left + right) / 2
  const across_ = y.marks.map(
    (value) =>
      html`<path class="grid" d="M${FRAME.left} ${up(y, value)}H${right}" /><text
          x="${FRAME.left - 8}"
          y="${up(y, value) + 4}"
          text-anchor="end"
          >${y.text(value)}</text
        >`,
  )
  const below = x.marks.map(
    (value) =>
      html`<path class="grid" d="M${across(x, value)} ${bottom}v4" /><text
          x="${across(x, value)}"
          y="${bottom + 18}"
          text-anchor="middle"
          >${x.text(value)}</text
        >`,
  )
  return html`${across_}${below}<text x="${middle}" y="${FRAME.height - 8}" text-anchor="middle"
      >${x.title}</text
    ><text x="${FRAME.left - 44}" y="12">${y.title}</text>`
}

const markOf = ({ mark, x }: LineChart): Markup | undefined =>
  mark &&
  html`<path
      class="mark"
      d="M${across(x, mark.x)} ${FRAME.top}V${FRAME.height - FRAME.bottom}"
    /><text x="${across(x, mark.x)}" y="${FRAME.top - 8}" text-anchor="middle">${mark.label}</text>`

function lineOf(
  { points }: LineChart['lines'][number],
  at: number,
  { x, y, lines }: LineChart,
): Markup | undefined {
  if (points.length === 0) return undefined
  const places = points.map((point) => `${across(x, point.x)} ${up(y, point.y)}`)
  const measured = points.filter((point) => point.measured)
  return html`<g class="${seriesOf(at)}"
    ><path class="line" stroke-dasharray="${dashOf(at)}" d="M${places.join('L')}" />${measured.map(
      (point) =>
        html`${whiskerOf(point, { x, y, apart: (at - (lines.length - 1) / 2) * WHISKER_GAP })}${sign(across(x, point.x), up(y, point.y), at)}${labelOf(point, { x, y })}`,
    )}</g
  >`
}

/** Whiskers of several lines at one place stand beside one another. */
function whiskerOf(
  { x: place, measured }: LinePoint,
  { x, y, apart }: Pick<LineChart, 'x' | 'y'> & { apart: number },
): Markup | undefined {
  const interval = measured?.interval
  if (!interval) return undefined
  const beside = rounded(across(x, place) + apart)
  const low = up(y, interval[0])
  const high = up(y, interval[1])
  return html`<path
    class="whisker"
    d="M${beside - 3} ${low}h6M${beside - 3} ${high}h6M${beside} ${low}V${high}"
  />`
}

const labelOf = (
  { x: placeX, y: placeY, measured }: LinePoint,
  { x, y }: Pick<LineChart, 'x' | 'y'>,
): Markup | undefined =>
  measured?.label === undefined
    ? undefined
    : html`<text x="${across(x, placeX)}" y="${up(y, placeY) + 18}" text-anchor="middle"
        >${measured.label}</text
      >`

/** A circle, a square, a triangle or a diamond, by the line. */
function sign(x: number, y: number, at: number): Markup {
  const shapes = [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
    `M${x - 4} ${y - 4}h8v8h-8z`,
    `M${x} ${y - 5}l5 9h-10z`,
    `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  ]
  return html`<path class="point" d="${shapes[at % shapes.length]}" />`
}
