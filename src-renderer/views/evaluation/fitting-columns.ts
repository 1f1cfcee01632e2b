import type { Run } from '../../../src-main/domain/run/run'
import type { MeasureColumn } from '../../runs/measure-columns'
import { valueText } from '../../../src-main/domain/measure/measure-text'

/** In pixels, measured in the window's own type, generously. */
const DIGIT = 7.6
const SMALL_DIGIT = 6.6
const PADDING = 17
const RUN_COLUMN = 132
const NARROWEST = 64

/**
 * As many of the columns as stand beside one another in so much room, in pixels, and the rest; one
 * at the least.
 */
export function fittingColumns(
  columns: readonly MeasureColumn[],
  { runs, room }: { runs: readonly Run[]; room: number },
): { first: MeasureColumn[]; more: MeasureColumn[] } {
  let used = RUN_COLUMN
  let count = 0
  for (const column of columns) {
    used += widthOf(column, runs)
    if (used > room && count > 0) break
    count += 1
  }
  return { first: columns.slice(0, count), more: columns.slice(count) }
}

/**
 * What a column takes: of a measure, that is its mean with ±, or the interval of a difference below
 * it.
 */
function widthOf(column: MeasureColumn, runs: readonly Run[]): number {
  const header = (column.title.length + (column.unit?.length ?? 0) + 3) * SMALL_DIGIT
  const cells = runs.map((run) => {
    const value = column.of(run)
    const figure = value === undefined ? 0 : column.text(value).length * DIGIT
    const estimate = column.nameIn && run.measures[column.nameIn(run)]
    if (!column.info || !estimate) return figure
    const margin = valueText(column.info, (estimate.ci95[1] - estimate.ci95[0]) / 2).length
    const ends = valueText(column.info, Math.abs(estimate.mean)).length
    // `[+0.129, +0.139]`: at most as long as the mean is, with a sign.
    const difference = runs.length > 1 ? (2 * (ends + 1) + 4) * SMALL_DIGIT : 0
    return Math.max(figure + (margin + 2) * SMALL_DIGIT, difference)
  })
  return PADDING + Math.max(NARROWEST - PADDING, header, ...cells)
}
