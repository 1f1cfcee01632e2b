import { shallowReactive, watch, type Ref } from 'vue'
import type { ActionInput } from '../../../src-main/app/actions'
import type { DependencyError } from '../../../src-main/domain/graph/facts'
import { isChangedShow } from '../../../src-main/domain/run/changed-queries'
import type { FailureFilter } from '../../../src-main/domain/run/failure'
import type { LabelledRun } from './run-charts'

/** Which queries of a run to list. */
export type OutcomeShow = NonNullable<ActionInput<'evaluation.outcomes'>['show']>

export interface OutcomeChoice {
  /** A run's id. */
  run: string
  /** The cut-off as a text; empty where the recipe decides how many tools there are. */
  k: string
  show: OutcomeShow
  /** Only queries with this error. */
  error?: DependencyError | undefined
  /** Only failed queries, and of these only such. */
  lost?: FailureFilter | undefined
}

/** How many queries there are of each kind, as far as that is known. */
export interface OutcomeCounts {
  total?: number
  failed: number
  missed: number
  fixed?: number
  broken?: number
}

/** Which queries are listed; always of one of the runs on show, at a k that it was measured at. */
export function useOutcomeChoice(runs: Ref<LabelledRun[]>, baseline: Ref<LabelledRun | undefined>) {
  const choice = shallowReactive<OutcomeChoice>({ run: '', k: '', show: 'all' })
  const isBesideBaseline = () => !!baseline.value && baseline.value.run.id !== choice.run

  watch(
    [runs, () => choice.run, () => baseline.value?.run.id],
    () => {
      const found = runs.value.find(({ run }) => run.id === choice.run) ?? runs.value[0]
      choice.run = found?.run.id ?? ''
      const cutoffs = (found?.run.k ?? []).map(String)
      if (!cutoffs.includes(choice.k))
        choice.k = cutoffs[Math.floor((cutoffs.length - 1) / 2)] ?? ''
      if (!found?.run.dependencyErrors) choice.error = undefined
      if (isChangedShow(choice.show) && !isBesideBaseline()) choice.show = 'all'
    },
    { immediate: true, flush: 'sync' },
  )

  // A reason for failing says nothing of queries that did not fail.
  watch(
    () => choice.show,
    (show) => {
      if (show === 'all' || show === 'fixed') choice.lost = undefined
    },
  )

  return choice
}
