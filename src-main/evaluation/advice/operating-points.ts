import type { QueryOutcome, Run } from '../../domain/run/run'
import { judgedAt, standingOf, toolsAt } from '../judged'
import { recall } from '../measures'

/** Every cut-off up to it is looked at; beyond, curves are so flat that every eighth part more is enough. */
const EVERY_UP_TO = 16

/** The cut-offs that are looked at between 1 and the largest, rising, those measured among them: about forty up to 128. */
export function cutoffGrid(measured: readonly number[]): number[] {
  const largest = Math.max(0, ...measured)
  const grid = new Set(measured)
  for (let k = 1; k <= largest; k += k < EVERY_UP_TO ? 1 : Math.floor(k / 8)) grid.add(k)
  return [...grid].sort((a, b) => a - b)
}

/** One way to go: a run's recipe at one k, or with adaptive k, and what it gives there. */
export interface OperatingPoint {
  /** The run's id. */
  run: string
  /** Absent where the recipe decides how many tools there are. */
  k?: number
  /** Prompt tokens of a query's tools, mean. */
  tokens: number
  /** Recall of each query; of expected accuracy what each query adds to it, so that the mean is that of the point. */
  scores: Float64Array
}

type Used = Pick<Run, 'id' | 'k' | 'curve' | 'measures'>

/** A run with what each of its queries gave; `scores[i]` of every point belongs to `outcomes[i]`. */
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
  const at = run.curve?.k ?? cutoffGrid(run.k)
  return pointsAt({ run, outcomes }, run.k.length === 0 ? [undefined] : at, pause)
}

/** Those of the cut-offs, rising, that a run holds tool sets for. */
export const heldCutoffs = ({ k, curve }: Used, wanted: Iterable<number>): number[] =>
  [...wanted]
    .filter((cutoff) => cutoff <= (k.at(-1) ?? 0) && (curve?.k?.includes(cutoff) ?? true))
    .sort((a, b) => a - b)

/** The points of a run at some cut-offs, or of its whole sets. `pause` is awaited between queries. */
export async function pointsAt(
  { run: { id, curve, measures }, outcomes }: UsedRun,
  cutoffs: readonly (number | undefined)[],
  pause: () => Promise<unknown>,
): Promise<OperatingPoint[]> {
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
