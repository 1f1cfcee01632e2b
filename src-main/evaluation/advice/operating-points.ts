import { isHeld, tokensAt, usableCutoffs } from '../../domain/run/operating-point'
import type { QueryOutcome, Run } from '../../domain/run/run'
import { judgedAt, standingOf, toolsAt } from '../judged'
import { recall } from '../measures'

/** One way to go: a run's recipe at one k, or with adaptive k, and what it gives there. */
export interface OperatingPoint {
  /** The run's id. */
  run: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  /** Prompt tokens of a query's tools, mean. */
  tokens: number
  /**
   * Recall of each query; of expected accuracy what each query adds to it, so that the mean is that
   * of the point.
   */
  scores: Float64Array
}

type Used = Pick<Run, 'id' | 'k' | 'curve' | 'measures'>

/**
 * A run with what each of its queries gave; `scores[i]` of every point belongs to `outcomes[i]`.
 */
interface UsedRun {
  run: Used
  outcomes: readonly QueryOutcome[]
}

/** The points that a run can be used at, rising by k. `pause` is awaited between queries. */
export const operatingPoints = (
  run: Used,
  outcomes: readonly QueryOutcome[],
  pause: () => Promise<unknown>,
): Promise<OperatingPoint[]> => {
  return pointsAt({ run, outcomes }, run.k.length === 0 ? [undefined] : usableCutoffs(run), pause)
}

/** Those of the cut-offs, rising, that a run holds tool sets for. */
export const availableCutoffs = (run: Used, wanted: Iterable<number>): number[] =>
  [...wanted].filter((cutoff) => isHeld(run, cutoff)).sort((a, b) => a - b)

/**
 * The points of a run at some cut-offs, or of its whole sets. `pause` is awaited between queries.
 */
export async function pointsAt(
  { run, outcomes }: UsedRun,
  cutoffs: readonly (number | undefined)[],
  pause: () => Promise<unknown>,
): Promise<OperatingPoint[]> {
  const columns = await recallColumns(outcomes, cutoffs, pause)
  return cutoffs.map((k, place) => ({
    run: run.id,
    ...(k !== undefined && { k }),
    tokens: tokensAt(run, k) ?? 0,
    scores: columns[place] as Float64Array,
  }))
}

/** Recall by query at each cut-off, or of whole sets: `[i][q]` at `cutoffs[i]` of `outcomes[q]`. */
export async function recallColumns(
  outcomes: readonly QueryOutcome[],
  cutoffs: readonly (number | undefined)[],
  pause: () => Promise<unknown>,
): Promise<Float64Array[]> {
  const columns = cutoffs.map(() => new Float64Array(outcomes.length))
  for (const [row, outcome] of outcomes.entries()) {
    await pause()
    const whole = standingOf(outcome, outcome.tools)
    for (const [place, k] of cutoffs.entries()) {
      const standing =
        k !== undefined && outcome.sets?.[k] ? standingOf(outcome, toolsAt(outcome, k)) : whole
      const column = columns[place] as Float64Array
      column[row] = recall.of(judgedAt(standing, k ?? Infinity, 0))
    }
  }
  return columns
}
