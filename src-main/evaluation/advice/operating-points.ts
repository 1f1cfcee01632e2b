import type { QueryOutcome, Run } from '../../domain/run'
import { judgedAt, standingOf, toolsAt } from '../judged'
import { recall } from '../measures'
import { cutoffGrid } from './cutoff-grid'

/** One way to go: a run's recipe at one k, or with sets of its own size, and what it gives there. */
export interface OperatingPoint {
  /** The run's id. */
  run: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  /** Prompt tokens of a query's tools, mean. */
  tokens: number
  /** What each query scored, 0…1: recall, or another score that is to be reached, such as expected accuracy. */
  scores: Float64Array
}

/**
 * The points that a run can be used at, rising by k. `pause` is awaited between queries.
 * @param outcomes `scores[i]` of every point belongs to `outcomes[i]`
 */
export async function operatingPoints(
  { id, k: measured, curve, measures }: Pick<Run, 'id' | 'k' | 'curve' | 'measures'>,
  outcomes: readonly QueryOutcome[],
  pause: () => Promise<unknown>,
): Promise<OperatingPoint[]> {
  const at = curve?.k ?? cutoffGrid(measured)
  const cutoffs = measured.length === 0 ? [undefined] : at
  const columns = await recallColumns(outcomes, cutoffs, pause)
  return cutoffs.map((k, place) => ({
    run: id,
    ...(k !== undefined && { k }),
    tokens:
      k === undefined
        ? (measures['PromptTokens']?.mean ?? 0)
        : (curve?.promptTokens[curve.k ? curve.k.indexOf(k) : k - 1] ?? 0),
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
