import type { Axis } from './chart-data'

/** Distances between marks, as they read well. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2]
/** Marks from end to end, at the most. */
const MOST_MARKS = 7

/**
 * The part of an axis that its values take up, from mark to mark, within the ends it has: what
 * differs is then seen. As it was, where there are no values.
 */
export function zoomedAxis(axis: Axis, values: readonly number[]): Axis {
  if (!values.length) return axis
  const least = Math.min(...values)
  const most = Math.max(...values)
  const step = STEPS.find((one) => (most - least) / one <= MOST_MARKS - 2) ?? 0.2
  const up = Math.min(axis.maximum ?? Infinity, Math.ceil(most / step - TINY) * step)
  const down = Math.min(Math.floor(least / step + TINY) * step, up - step)
  return {
    ...axis,
    minimum: rounded(Math.max(axis.minimum ?? -Infinity, down)),
    maximum: rounded(Math.max(up, (axis.minimum ?? -Infinity) + step)),
    step,
    tick: (value) => value.toFixed(step < 0.1 ? 2 : 1),
  }
}

/**
 * An axis on which equal steps are equal ratios, from mark to mark around its values, which are
 * above 0.
 */
export function logAxis(axis: Axis, values: readonly number[]): Axis {
  if (!values.length) return axis
  const least = Math.min(...values)
  const most = Math.max(...values)
  const first = Math.floor(Math.log10(least))
  const last = Math.ceil(Math.log10(most))
  const marks = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((power) =>
    [1, 2, 5].map((step) => Number((step * 10 ** power).toPrecision(1))),
  )
  const minimum = marks.findLast((mark) => mark <= least) ?? least
  const maximum = marks.find((mark) => mark >= most && mark > minimum) ?? most
  const within = marks.filter((mark) => mark >= minimum && mark <= maximum)
  return { ...axis, isLog: true, minimum, maximum, marks: within }
}

/** What computing leaves of nothing. */
const TINY = 1e-9
const rounded = (value: number): number => Number(value.toFixed(6))
