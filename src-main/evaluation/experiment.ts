import { Problem } from '../domain/problem'
import type { Run } from '../domain/run/run'

/** What became of the cells of an experiment. */
interface ExperimentResult<Cell> {
  /** Of the cells that could be measured, in their order. */
  runs: Run[]
  failed: { cell: Cell; error: unknown }[]
}

/** How an experiment is stopped, and what a stop says is kept. */
interface ExperimentCall {
  signal: AbortSignal
  /** Whether `measure` keeps a run before it gives it. */
  keep: boolean
  /** What a cell is called, such as `recipe`. */
  noun: string
}

/**
 * Measures cells one after the other. A cell that fails is noted, and the next one is measured.
 * @throws Problem `cancelled` when stopped, saying how many cells are finished.
 */
export async function experiment<Cell>(
  cells: readonly Cell[],
  { signal, keep, noun }: ExperimentCall,
  measure: (cell: Cell, at: number) => Promise<Run>,
): Promise<ExperimentResult<Cell>> {
  const runs: Run[] = []
  const failed: { cell: Cell; error: unknown }[] = []
  for (const [at, cell] of cells.entries()) {
    try {
      signal.throwIfAborted()
      runs.push(await measure(cell, at))
    } catch (error) {
      if (signal.aborted) throw stopped(runs.length, { of: cells.length, keep, noun })
      failed.push({ cell, error })
    }
  }
  return { runs, failed }
}

function stopped(
  finished: number,
  { of, keep, noun }: Omit<ExperimentCall, 'signal'> & { of: number },
): Problem {
  const all = `${of} ${noun}${of === 1 ? '' : 's'}`
  const verb = finished === 1 ? 'is' : 'are'
  if (finished === 0)
    return new Problem(
      'cancelled',
      `Stopped. No ${noun} was measured to its end, so nothing is kept.`,
    )
  return keep
    ? new Problem(
        'cancelled',
        `Stopped. ${finished} of ${all} ${verb} measured and kept.`,
        'Evaluate again with resume: nothing is measured twice.',
      )
    : new Problem('cancelled', `Stopped. ${finished} of ${all} ${verb} measured, and not kept.`)
}
