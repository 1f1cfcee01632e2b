import type { RunBand } from '../../../domain/run/advice'
import { usableCutoffs } from '../../../domain/run/operating-point'
import { recallColumns } from '../../../evaluation/advice/operating-points'
import { meanOf, estimate } from '../../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../../evaluation/yield-to-event-loop'
import type { Clock } from '../../../ports/clock'
import type { Call } from '../../app'
import type { MeasuredRuns } from '../measured-runs'
import { z } from 'zod'
import { Dir } from '../../../contract/workspace'
import { Runs } from '../../../contract/advice'

export const EvaluationBandsInput = z.object({
  dir: Dir,
  runs: Runs,
  measure: z.enum(['Recall', 'All']),
})
export type EvaluationBandsInput = z.output<typeof EvaluationBandsInput>

/** Curves with the intervals that a run itself holds only at the k that were asked for. */
export async function bandsOfRuns(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  { dir, runs, measure }: EvaluationBandsInput,
  { signal, emit }: Call,
): Promise<RunBand[]> {
  const pause = yieldToEventLoop(clock, signal)
  const bands: RunBand[] = []
  for (const [at, id] of runs.entries()) {
    emit({ what: 'Working out intervals', done: at, total: runs.length })
    const { run, outcomes } = await measured.of(dir, id)
    if (!run.curve) continue
    const k = usableCutoffs(run)
    const recalls = await recallColumns(outcomes, k, pause)
    const columns = measure === 'All' ? recalls.map(whole) : recalls
    const estimates = await estimate(columns, pause)
    const golden = outcomes.map((outcome) => new Set(outcome.golden).size)
    bands.push({
      run: id,
      k,
      ci95: estimates.map(({ ci95 }) => ci95),
      ceiling: k.map((cutoff) => meanOf(golden.map((size) => mostAt(size, cutoff, measure)))),
    })
  }
  return bands
}

const whole = (recalls: Float64Array): Float64Array =>
  recalls.map((recall) => (recall === 1 ? 1 : 0))

function mostAt(golden: number, k: number, measure: 'Recall' | 'All'): number {
  if (golden <= k) return 1
  return measure === 'All' ? 0 : k / golden
}
