import type { FailedCell } from '../../contract/evaluation'
import type { ActionAnswer } from '../../features/actions'
import { plainText } from './print-table'

type Result = ActionAnswer<'evaluation.run'>

/** What could not be stored was measured all the same: its figures are shown among the others. */
export const withUnsaved = ({ runs, failed, ...others }: Result): Result => ({
  runs: [...runs, ...failed.flatMap(({ run }) => run ?? [])],
  failed,
  ...others,
})

/** What JSON says of cells that failed: of one that was measured, the id of its run. */
export const failedAsJson = (failed: readonly FailedCell[]) =>
  failed.map((cell) => ({ ...cell, run: cell.run?.id }))

/**
 * What could not be measured, counted, and why each failed; `runs` are those {@link withUnsaved}.
 */
export function failureLines<Cell extends FailedCell>(
  { runs, failed }: { runs: readonly unknown[]; failed: readonly Cell[] },
  { of, nameOf }: { of: string; nameOf: (cell: Cell) => string },
): string[] {
  const lost = failed.filter(({ run }) => !run).length
  const why = failed.map((cell) => {
    const { message, fix } = cell.problem
    const line = `${plainText(nameOf(cell))}: ${message}`
    if (cell.run) return `${line}\n  Its figures are those above.`
    return fix ? `${line}\n  ${fix}` : line
  })
  const counted = `${lost} of ${runs.length + lost} ${of} could not be measured.`
  return [...(lost > 0 ? [counted] : []), ...new Set(why)]
}
