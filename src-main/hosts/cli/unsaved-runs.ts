import type { FailedCell } from '../../contract/evaluation'
import type { PlannedCell } from '../../contract/experiment'
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
export function failureLines(
  { runs, failed }: Pick<Result, 'runs' | 'failed'>,
  { of, nameOf }: { of: string; nameOf: (cell: FailedCell) => string },
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

/**
 * Cells of an experiment as they came out just now, even where that could not be written down: on a
 * full disk.
 */
export const asTheyFailed = (
  cells: readonly PlannedCell[],
  failed: readonly FailedCell[],
): PlannedCell[] =>
  cells.map((cell) => {
    const found = failed.find((one) => keyOf(one) === keyOf(cell))
    if (!found || cell.state === 'measured') return cell
    const { problem, run } = found
    return { ...cell, state: 'failed', problem, run: run?.id ?? cell.run }
  })

const keyOf = ({ recipe, options, embedder, catalogSize }: FailedCell | PlannedCell): string =>
  JSON.stringify([recipe, options, embedder, catalogSize?.tools, catalogSize?.seed])
