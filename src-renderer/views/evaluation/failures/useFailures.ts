import { computed, watch } from 'vue'
import { useQuery } from '../../../composables/useQuery'
import { useTask } from '../../../composables/useTask'

/** Failed queries that are looked up unasked: a second or two. */
const UNASKED = 400

interface Where {
  dir: string
  run: string | undefined
  k: number | undefined
}

/**
 * Where a run fails at one k; few failed queries are looked up at once, many when that is asked
 * for.
 * @param measuring whether others are being measured: what is looked up beside them counts in their
 * latencies
 */
export function useFailures(where: () => Where, measuring: () => boolean) {
  const known = useQuery(
    'evaluation.failures',
    () => {
      const { dir, run, k } = where()
      return run === undefined ? undefined : { dir, run, k, lookUp: 0 }
    },
    { keepPrevious: true },
  )
  const task = useTask('evaluation.failures', { escape: true })

  async function lookUp(): Promise<void> {
    const { dir, run, k } = where()
    if (run === undefined) return
    await task.run({ dir, run, k })
    await known.reload()
  }

  /** Nothing until the answer of the run and k on show is there. */
  const report = computed(() => {
    const { run, k } = where()
    return known.data.value?.run === run && known.data.value?.k === k ? known.data.value : undefined
  })
  /** What was looked up unasked last, so that it is done once whatever comes of it. */
  let unasked = ''
  watch(
    () =>
      [JSON.stringify(where()), known.loading.value, known.data.value?.left, measuring()] as const,
    ([now, loading, left = 0, isMeasuring], before) => {
      if (before && before[0] !== now) task.clear()
      if (loading || !report.value || task.running.value || unasked === now) return
      if (left === 0 || left > UNASKED || isMeasuring) return
      unasked = now
      void lookUp()
    },
    { immediate: true },
  )

  return { report, problem: known.problem, task, lookUp }
}
