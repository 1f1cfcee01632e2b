import { bestOf, type ToldPair } from '../../../../src-main/domain/run/verdict'
import { nameAt } from '../../../../src-main/domain/measure/name'
import { isAdaptiveK } from '../measure-columns'
import type { LabelledRun } from '../run-charts'
import type { Comparisons } from './useComparisons'

interface SideBySide {
  runs: readonly LabelledRun[]
  /** What the others are compared with; none where there are no others, or they measured other queries. */
  baseline?: LabelledRun | undefined
  comparisons: Comparisons
}

/** The runs that are held against the baseline, each with how it differs. */
export const pairsOf = ({ runs, baseline, comparisons }: SideBySide): ToldPair[] =>
  runs.flatMap((run) => {
    const comparison = comparisons.byRun.get(run.run.id)
    return baseline && comparison ? [{ run, baseline, comparison }] : []
  })

/** The run that the verdict speaks of at this k: what is told below it begins with the same. Undefined until that is known. */
export function toldRun(sides: SideBySide, k: number | undefined): string | undefined {
  const best = bestOf(pairsOf(sides), k)?.comparison.run
  return best ?? (sides.comparisons.loading ? undefined : sides.runs[0]?.run.id)
}

/** Why no run has a Recall at this k that the baseline has as well. */
export function whyNoneInCommon(
  pairs: readonly ToldPair[],
  { baseline, k }: { baseline: LabelledRun | undefined; k: number | undefined },
): string {
  const { label = 'the baseline', run } = baseline ?? {}
  const isAlike = pairs.some(({ run: other }) => run && isAdaptiveK(other.run) === isAdaptiveK(run))
  return isAlike
    ? `No other run was measured at ${nameAt('Recall', k)} as ${label} was: choose another k, or evaluate the recipes at the same k.`
    : `No run has a measure in common with ${label}: only one of the two recipes decides itself how many tools there are.`
}
