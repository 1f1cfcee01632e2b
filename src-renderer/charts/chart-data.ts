import type { Column, TableData } from '../files/table-data'

type Interval = [low: number, high: number]

export interface XyPoint {
  x: number
  y: number
  /** The uncertainty of `y`. */
  interval?: Interval
  /** Written beside the point. */
  label?: string
  /** What it has in common with points of the other series, such as their k. */
  at?: number
  /** Whether it is the one that is chosen: it is drawn larger, and its label is always told. */
  isChosen?: boolean
}

export interface Axis {
  title: string
  /** What is counted, in the plural. */
  unit?: string
  format: (value: number) => string
  /** How the axis writes its marks, where that is shorter. */
  tick?: (value: number) => string
  /** Where it is marked; left out: where it suits. */
  marks?: number[]
  /** The distance between marks, where they begin at `minimum`. */
  step?: number
  /** Whether equal steps along it are equal ratios; `marks` then say where it is marked. */
  isLog?: boolean
  minimum?: number
  maximum?: number
}

export interface XySeries {
  name: string
  /** The place of its colour, marker and dash; left out: its own among the series. */
  slot?: number | undefined
  points: XyPoint[]
  /** Whether intervals are drawn as a band along the line; else as whiskers. */
  isBand?: boolean
  /** Whether every point has a mark, however many there are. */
  isMarked?: boolean
  /**
   * What is no measured line: the `limit` of all lines, the `front` of points that none is better
   * than for less, drawn below them, or a `place` to compare with.
   */
  look?: 'limit' | 'front' | 'place'
}

/** Lines of points: a measure against k, or against its cost. */
export interface XyData {
  x: Axis
  y: Axis
  series: XySeries[]
  /** Names what points of the same `at` have in common; a tooltip then shows them together. */
  together?: (at: number) => string
  /** Vertical lines, drawn where the points reach them. */
  lines?: { x: number; label: string }[]
}

export interface BarValue {
  value: number
  /** What tooltip and table call it, where its category says something else. */
  name?: string
  interval?: Interval
}

/**
 * Groups of bars: one group a category, one bar a series; `values[i]` belongs to `categories[i]`.
 */
export interface BarData {
  categories: string[]
  /** How the axis writes a category, where that is shorter. */
  mark?: (category: string) => string
  value: Axis
  series: { name: string; slot?: number | undefined; values: (BarValue | null)[] }[]
}

const intervalColumns = (format: Column['format']): Column[] => [
  { title: '95 % low', format },
  { title: '95 % high', format },
]

export function xyTable({ x, y, series, together }: XyData): TableData {
  const points = series.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })))
  /** What x does not say already. */
  const nameOf = ({ x: along, at, label }: XyPoint) =>
    (at !== undefined && at !== along && together?.(at)) || label
  const labelled = points.some(nameOf)
  const measured = points.some((point) => point.interval)
  return {
    columns: [
      { title: 'Series' },
      ...(labelled ? [{ title: 'Point' }] : []),
      { title: x.title, format: x.format },
      { title: y.title, format: y.format },
      ...(measured ? intervalColumns(y.format) : []),
    ],
    rows: points.map((point) => [
      point.name,
      ...(labelled ? [nameOf(point) ?? null] : []),
      point.x,
      point.y,
      ...(measured ? [point.interval?.[0] ?? null, point.interval?.[1] ?? null] : []),
    ]),
  }
}

export function barTable({ categories, value, series }: BarData): TableData {
  return {
    columns: [
      { title: 'Series' },
      { title: 'Measure' },
      { title: value.title, format: value.format },
      ...intervalColumns(value.format),
    ],
    rows: series.flatMap(({ name, values }) =>
      values.flatMap((bar, i) =>
        bar
          ? [
              [
                name,
                bar.name ?? categories[i] ?? '',
                bar.value,
                bar.interval?.[0] ?? null,
                bar.interval?.[1] ?? null,
              ],
            ]
          : [],
      ),
    ),
  }
}
