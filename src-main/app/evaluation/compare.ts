import type { Comparison } from '../../domain/comparison'
import type { ParsedInput } from '../../contract/routes'
import { compare } from '../../evaluation/compare'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import type { MeasuredRuns } from './measured-runs'

/** How each run differs from the baseline; nothing where one of them cannot be compared. */
export async function compareRuns(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  { dir, baseline: id, runs }: ParsedInput<'evaluation.compare'>,
  { signal, emit }: Call,
): Promise<Comparison[]> {
  const baseline = await measured.of(dir, id)
  const comparisons: Comparison[] = []
  for (const [at, run] of runs.entries()) {
    emit({ what: 'Comparing runs', done: at, total: runs.length })
    comparisons.push(await compare(baseline, await measured.of(dir, run), { clock, signal }))
  }
  return comparisons
}
