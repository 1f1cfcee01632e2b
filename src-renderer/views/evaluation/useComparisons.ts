import { computed, type ComputedRef } from 'vue'
import type { Comparison } from '../../../src-main/domain/run/comparison'
import type { PairInVerdict } from '../../../src-main/domain/run/verdict'
import type { ProblemReport } from '../../../src-main/contract/reply'
import { useQuery } from '../../composables/useQuery'
import type { LabelledRun } from '../../runs/run-charts'

/** How the runs on show differ from the baseline. */
export interface Comparisons {
  /** By run; also of one that cannot be compared, with why. */
  byRun: ReadonlyMap<string, Comparison>
  loading: boolean
  problem?: ProblemReport
}

/** All in one request, as they are tested together: how many there are decides what is clear. */
export function useComparisons(
  input: () => {
    dir: string
    baseline: LabelledRun | undefined
    runs: readonly LabelledRun[]
    k: number | undefined
  },
): ComputedRef<Comparisons> {
  const { data, problem, loading } = useQuery('evaluation.compare', () => {
    const { dir, baseline, runs, k } = input()
    const others = runs.map(({ run }) => run.id).filter((id) => id !== baseline?.run.id)
    return baseline && others.length
      ? { dir, baseline: baseline.run.id, runs: others, k, tellRefusals: true }
      : undefined
  })
  return computed(() => ({
    byRun: new Map((data.value ?? []).map((comparison) => [comparison.run, comparison])),
    loading: loading.value,
    ...(problem.value && { problem: problem.value }),
  }))
}

interface SideBySide {
  runs: readonly LabelledRun[]
  baseline?: LabelledRun | undefined
  comparisons: Comparisons
}

/** The runs that are held against the baseline, each with how it differs. */
export const pairsOf = ({ runs, baseline, comparisons }: SideBySide): PairInVerdict[] =>
  runs.flatMap((run) => {
    const comparison = comparisons.byRun.get(run.run.id)
    return baseline && comparison ? [{ run, baseline, comparison }] : []
  })
