import { computed } from 'vue'
import { partOfId } from '../../../src-main/domain/query/tier'
import { isMeasuredByItself, msAgain } from '../../../src-main/domain/run/measured-by-itself'
import { isForItsEmbedder } from '../../../src-main/domain/run/runs-in-use'
import { useOutdatedRuns } from '../../composables/useOutdatedRuns'
import type { Evaluation } from './useEvaluation'

/**
 * Measures the runs on show again that are not of what is in use now. Nobody looks at a test set
 * without saying why, so runs of one are measured only when asked for.
 */
export function useMeasuringAgain({ dir, runs, setup, measuring }: Evaluation) {
  // Of a run that is looked at in part, the whole is outdated and measured again.
  const shownRuns = computed(() =>
    runs.compared.value.map(({ run }) => ({ ...run, id: partOfId(run.id).run })),
  )
  const outdated = computed(() => {
    const beside = { runs: shownRuns.value, outdated: runs.outdated.value }
    return shownRuns.value.filter(
      (run) => run.id in runs.outdated.value && !isForItsEmbedder(run, beside),
    )
  })
  /** About how long it takes to measure them, in ms; undefined where that is not known. */
  const againMs = computed(() =>
    outdated.value
      .map((run) => msAgain(run, runs.outdated.value[run.id] ?? []))
      .reduce((sum, ms) => (sum === undefined || ms === undefined ? undefined : sum + ms), 0),
  )
  const ids = computed(() => outdated.value.map(({ id }) => id))

  const { task, start } = useOutdatedRuns(
    dir,
    () => ({
      ids: ids.value,
      of: JSON.stringify(ids.value.map((id) => runs.outdated.value[id])),
      byItself:
        !measuring.value.running.value &&
        !setup.isTest.value &&
        isMeasuredByItself(outdated.value, runs.outdated.value),
    }),
    async (done, measured) => {
      const kept = shownRuns.value.map(({ id }) => id).filter((id) => !measured.includes(id))
      await runs.stored.reload()
      runs.showBesidePins([...kept, ...done.runs.map(({ id }) => id)])
    },
  )
  return { task, outdated, againMs, start }
}

export type MeasuringAgain = ReturnType<typeof useMeasuringAgain>
