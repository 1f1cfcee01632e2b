import { areNamedAtEnds, cycle, dashes, gridBelow, markers } from './base-option'
import type { XyData, XyPoint, XySeries } from './chart-data'
import type { ChartTheme } from './chart-theme'
import type { LineSeriesOption } from './echarts'
import { pointText } from './xy-text'

// Beyond this a marker on every point hides the line; points with a whisker or label keep theirs.
const markedPoints = 20

// Two charts stand side by side where there is room, each at least this wide, in pixels.
export const narrowest = 370

/** In pixels. */
const NAME_HEIGHT = 15
const FRONT_WIDTH = 9

/** What a picture is drawn with. */
export interface Look {
  theme: ChartTheme
  /** In pixels. */
  height: number
}

const isMarked = (point: XyPoint, { points, isBand, isMarked: areAll }: XySeries): boolean =>
  areAll ||
  points.length <= markedPoints ||
  (!isBand && point.interval !== undefined) ||
  point.label !== undefined

/**
 * Over the highest line and under the lowest there is room for labels; between lines there is none.
 */
function labelPlace({ series }: XyData, index: number): 'top' | 'bottom' | 'left' | undefined {
  if (series[index]?.look === 'place') return 'left'
  const heights = series.flatMap(({ points, look }, at) => {
    const labelled = points.filter(({ label }) => label !== undefined)
    const sum = labelled.reduce((total, { y }) => total + y, 0)
    return labelled.length && !look ? [{ at, height: sum / labelled.length }] : []
  })
  const rising = heights.toSorted((a, b) => a.height - b.height || b.at - a.at)
  if (rising.at(-1)?.at === index) return 'top'
  return rising[0]?.at === index ? 'bottom' : undefined
}

/** One line, with its marks and its name where lines end. */
export function lineSeries(data: XyData, look: Look, index: number): LineSeriesOption {
  const own = data.series[index] ?? { name: '', points: [] }
  const { name, points } = own
  const { theme } = look
  const place = labelPlace(data, index)
  return {
    type: 'line',
    name,
    showAllSymbol: true,
    emphasis: { disabled: true },
    ...drawnAs(own, theme, own.slot ?? index),
    data: points.map((point) => ({
      value: [point.x, point.y],
      symbolSize: own.look !== 'place' && !isMarked(point, own) ? 0 : point.isChosen ? 15 : 8,
      ...(point.isChosen && { itemStyle: { borderColor: theme.text, borderWidth: 2 } }),
      label: {
        show: point.isChosen || (point.label !== undefined && place !== undefined),
        formatter: () => point.label ?? '',
        position: place ?? 'top',
        color: point.isChosen ? theme.text : theme.muted,
        fontSize: point.isChosen ? 13 : 11,
        ...(point.isChosen && { fontWeight: 600 as const }),
      },
    })),
    ...endName(data, look, index),
    labelLayout: { hideOverlap: !hasNamesAtEnds(data) },
    tooltip: {
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const point = points[dataIndex]
        return point ? pointText(data, name, point) : ''
      },
    },
  }
}

function drawnAs({ look }: XySeries, theme: ChartTheme, slot: number): LineSeriesOption {
  if (look === 'front') {
    return {
      color: theme.accent,
      symbol: 'none',
      silent: true,
      z: 0,
      lineStyle: { width: FRONT_WIDTH, opacity: 0.25, cap: 'round', join: 'round' },
    }
  }
  if (look === 'limit') {
    return {
      color: theme.muted,
      symbol: 'none',
      silent: true,
      z: 1,
      lineStyle: { width: 1.5, type: 'dotted' },
    }
  }
  if (look === 'place') return { color: theme.muted, symbol: 'diamond' }
  return {
    color: cycle(theme.series, slot),
    symbol: cycle(markers, slot),
    lineStyle: { width: 2, type: cycle(dashes, slot) },
  }
}

function endName(data: XyData, { theme, height }: Look, index: number): LineSeriesOption {
  const { name = '', look } = data.series[index] ?? {}
  // A limit ends among the lines that it is one of: its name would lie upon them.
  if (look || !hasNamesAtEnds(data)) return {}
  return {
    endLabel: {
      show: true,
      formatter: () => name,
      color: theme.text,
      distance: 10,
      offset: [0, nameMoves(data, height)[index] ?? 0],
    },
  }
}

/**
 * How far the name at the end of each line is moved up or down, so that none lies upon another; in
 * pixels.
 */
function nameMoves({ series, y: { minimum = 0, maximum = 1 } }: XyData, height: number): number[] {
  const drawn = series.filter(({ points, look }) => points.length > 0 && !look)
  const { top, bottom } = gridBelow([], narrowest, true)
  const scale = (height - top - bottom) / (maximum - minimum)
  const places = drawn.map(({ points }) => (maximum - (points.at(-1)?.y ?? 0)) * scale)
  const moves = spreadApart(places, NAME_HEIGHT)
  return series.map((each) => moves[drawn.indexOf(each)] ?? 0)
}

/** The series that have something to show: only these are named. */
export const drawnNames = ({ series }: XyData): string[] =>
  series.filter(({ points }) => points.length > 0).map(({ name }) => name)

/** Where points have labels of their own, names at the ends would stand in their way. */
export const hasNamesAtEnds = (data: XyData): boolean =>
  areNamedAtEnds(drawnNames({ ...data, series: data.series.filter(({ look }) => !look) })) &&
  data.series.every(({ points }) => points.every(({ label }) => label === undefined))

/**
 * How far each of some places is moved, so that all stand at least so far apart and no further from
 * where they were than they must; their order stays, of equal ones that given. `moves[i]` belongs
 * to `places[i]`.
 */
export function spreadApart(places: readonly number[], least: number): number[] {
  const rising = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b)
  /** Places that touch are moved together, about their common middle. */
  const groups: { at: number[]; middle: number }[] = []
  for (const at of rising) {
    let group = { at: [at], middle: places[at] ?? 0 }
    for (let before = groups.at(-1); before && isTouching(before, group); before = groups.at(-1)) {
      groups.pop()
      group = joined(before, group)
    }
    groups.push(group)
  }
  const moves = new Array<number>(places.length).fill(0)
  for (const { at, middle } of groups) {
    const first = middle - ((at.length - 1) / 2) * least
    for (const [place, index] of at.entries())
      moves[index] = first + place * least - (places[index] ?? 0)
  }
  return moves

  type Group = (typeof groups)[number]
  function isTouching(before: Group, after: Group): boolean {
    const room = ((before.at.length + after.at.length) / 2) * least
    return after.middle - before.middle < room
  }
  function joined(before: Group, after: Group): Group {
    const at = [...before.at, ...after.at]
    return { at, middle: at.reduce((sum, index) => sum + (places[index] ?? 0), 0) / at.length }
  }
}
