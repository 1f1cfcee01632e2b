import { bestOf, type ToldPair } from '../../../../src-main/domain/verdict'
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
