import { shallowReactive, watch, type Ref } from 'vue'
import type { ActionInput } from '../../../src-main/features/actions'
import type { DependencyError } from '../../../src-main/domain/graph/facts'
import { isChangedShow } from '../../../src-main/domain/run/changed-queries'
import type { FailureFilter } from '../../../src-main/domain/run/failure'
import type { LabelledRun } from '../../runs/run-charts'

/** Which queries of a run to list. */
export type OutcomeShow = NonNullable<ActionInput<'evaluation.outcomes'>['show']>

export interface ShownOutcomes {
  show: OutcomeShow
  /** Only queries with this error. */
  error?: DependencyError | undefined
  /** Only failed queries, and of these only such. */
  lost?: FailureFilter | undefined
}

/** Queries that something opens. */
export interface OutcomeChoice extends ShownOutcomes {
  /** A run's id; that which is chosen where left out. */
  run?: string
}

/** How many queries there are of each kind, as far as that is known. */
export interface OutcomeCounts {
  total?: number
  failed: number
  missed: number
  fixed?: number
  broken?: number
}

/** Which queries are listed of the run that is chosen: the failed ones first. */
export function useOutcomeChoice(
  run: Ref<LabelledRun | undefined>,
  baseline: Ref<LabelledRun | undefined>,
) {
  const choice = shallowReactive<ShownOutcomes>({ show: 'failed' })

  watch(
    [run, baseline],
    () => {
      if (!run.value?.run.dependencyErrors) choice.error = undefined
      const isBeside = baseline.value && baseline.value.run.id !== run.value?.run.id
      if (isChangedShow(choice.show) && !isBeside) choice.show = 'failed'
    },
    { immediate: true },
  )

  // A reason for failing says nothing of queries that did not fail.
  watch(
    () => choice.show,
    (show) => {
      if (show === 'all' || show === 'fixed') choice.lost = undefined
    },
  )

  // An error is counted in all queries.
  watch(
    () => choice.error,
    (error) => {
      if (error) choice.show = 'all'
    },
  )

  return choice
}
