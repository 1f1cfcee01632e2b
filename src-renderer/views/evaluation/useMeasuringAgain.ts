import { computed, watch } from 'vue'
import { partOfId } from '../../../src-main/domain/query/tier'
import type { Outdated } from '../../../src-main/domain/run/outdated'
import type { Run } from '../../../src-main/domain/run/run'
import { useShown } from '../../composables/useShown'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import type { Evaluation } from './useEvaluation'

/** A run that took less is measured again by itself, beside few others. */
const CHEAP_MS = 2_000
const FEW = 4

/**
 * Measures the runs on show again that are not of what is in use now: when somebody says so, or by itself where that is cheap and asks
 * no model. Nobody looks at a test set without saying why, so runs of one are measured only when asked for.
 */
export function useMeasuringAgain({ dir, runs, setup, measuring }: Evaluation) {
  const task = useTask('evaluation.measureAgain', { escape: true })
  const { announce } = useStatus()
  const shown = useShown()
  // Of a run that is looked at in part, the whole is outdated and measured again.
  const shownRuns = computed(() =>
    runs.compared.value.map(({ run }) => ({ ...run, id: partOfId(run.id).run })),
  )
  /** Whether it stands there to be held against another embedder: that it is not the one in use is what it was measured for. */
  const isEmbedderCompared = (run: Run): boolean =>
    (runs.outdated.value[run.id] ?? []).every(({ of }) => of === 'embedder') &&
    shownRuns.value.some(
      (other) => other.embedder !== run.embedder && searchOf(other) === searchOf(run),
    )
  const outdated = computed(() =>
    shownRuns.value.filter((run) => run.id in runs.outdated.value && !isEmbedderCompared(run)),
  )
  /** What it took to measure them, in ms. */
  const tookMs = computed(() => outdated.value.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0))
  /** Of what was measured by itself, so that what fails is not tried for ever. */
  const tried = new Set<string>()

  async function start(): Promise<void> {
    const ids = outdated.value.map(({ id }) => id)
    if (ids.length === 0) return
    const kept = shownRuns.value.map(({ id }) => id).filter((id) => !ids.includes(id))
    const done = await task.run({ dir, runs: ids })
    const failed = done?.failed[0]?.problem
    if (failed) announce(`Not all of it is measured again: ${failed.message}`, 'danger')
    if (!done?.runs.length) return
    await runs.stored.reload()
    runs.showBesidePins([...kept, ...done.runs.map(({ id }) => id)])
  }

  const isCheap = computed(
    () =>
      outdated.value.length > 0 &&
      outdated.value.length <= FEW &&
      outdated.value.every(({ modelUse, elapsedMs }) => !modelUse && elapsedMs < CHEAP_MS) &&
      outdated.value.every(({ id }) => (runs.outdated.value[id] ?? []).every(canBeMeasured)) &&
      !setup.isTest.value,
  )
  watch(
    () => {
      const isFree = shown.value && !measuring.value.running.value && !task.running.value
      return isFree && isCheap.value ? keyOf(outdated.value, runs.outdated.value) : undefined
    },
    (key) => {
      if (key === undefined || tried.has(key)) return
      tried.add(key)
      void start()
    },
    { immediate: true },
  )
  return { task, outdated, tookMs, start }
}

/** Whether what it takes to measure again is there. */
const canBeMeasured = (part: Outdated): boolean =>
  part.of !== 'unknown' && !(part.of === 'golden set' && part.isGone)

const searchOf = ({ recipe, options }: Run): string => JSON.stringify([recipe, options])

/** Runs, and what is outdated of them. */
const keyOf = (
  shown: readonly { id: string }[],
  outdated: Readonly<Record<string, unknown>>,
): string => JSON.stringify(shown.map(({ id }) => [id, outdated[id]]))

export type MeasuringAgain = ReturnType<typeof useMeasuringAgain>
