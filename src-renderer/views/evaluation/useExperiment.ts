import { shallowRef, watch } from 'vue'
import type { FailedCell } from '../../../src-main/contract/evaluation'
import type { ActionInput } from '../../../src-main/app/actions'
import type { Run } from '../../../src-main/domain/run/run'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'
import { largestOfEach } from './sizes/largest-of-each'
import type { Runs } from './useRuns'

type Request = ActionInput<'evaluation.run'>

/** Measures recipes; their runs are compared as they are finished, and what was stopped or failed can be resumed. */
export function useExperiment({ stored, chosen }: Runs) {
  const { announce } = useStatus()
  const task = useTask('evaluation.run', { escape: true })
  const failed = shallowRef<FailedCell[]>([])
  /** What is measured, or was last. */
  const request = shallowRef<Request>()
  /** Runs that are not to be taken for new ones: those from before, and those that were chosen already. */
  let known = new Set<string>()
  let before = new Set<string>()

  async function measure(input: Request): Promise<void> {
    request.value = input
    failed.value = []
    const others = onOtherSplits(input)
    const done = await task.run(input)
    if (!done) return afterStop()
    failed.value = done.failed
    // The new runs are chosen once they are there, so that nothing else is on show in between.
    await stored.reload()
    // Equal recipes resume with the same run.
    const wholes = done.runs.filter(({ leftOut }) => leftOut === undefined)
    if (wholes.length) chosen.value = [...new Set([...others, ...largestIn(wholes)])]
    const reused = done.reused.length ? `, ${done.reused.length} of them before` : ''
    const lost = done.failed.length ? ` ${done.failed.length} failed.` : ''
    announce(`${measuredText(done.runs.length, input)} on “${input.goldenSet}”${reused}.${lost}`)
  }

  /** The runs on show that measured the golden set by another split: the new ones are read beside them. */
  function onOtherSplits(input: Request): string[] {
    const shown = (stored.data.value ?? []).filter(({ id }) => chosen.value.includes(id))
    return shown.filter((run) => isOfOtherSplit(run, input)).map(({ id }) => id)
  }

  function start(input: Request): Promise<void> {
    before = new Set(stored.data.value?.map(({ id }) => id))
    known = new Set(before)
    return measure(input)
  }

  /** The same again, without what is measured already. */
  async function resume(): Promise<void> {
    if (request.value) await measure({ ...request.value, resume: true })
  }

  /** What was finished last may not have been read yet. */
  async function afterStop(): Promise<void> {
    if (!task.stopped.value) return
    await stored.reload()
    showFinished()
  }

  function showFinished(): void {
    const fresh = (stored.data.value ?? [])
      .filter(
        ({ id, goldenSet, leftOut }) =>
          !known.has(id) && goldenSet === request.value?.goldenSet && leftOut === undefined,
      )
      .sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
      .map(({ id }) => id)
    if (!fresh.length) return
    for (const id of fresh) known.add(id)
    const kept = chosen.value.filter((id) => !before.has(id) && !fresh.includes(id))
    const runs = [...kept, ...fresh].flatMap(
      (id) => stored.data.value?.find((run) => run.id === id) ?? [],
    )
    chosen.value = largestIn(runs)
  }

  watch(stored.data, () => {
    if (task.running.value) showFinished()
  })

  return { task, failed, request, start, resume, dismiss: () => void (failed.value = []) }
}

const largestIn = (runs: readonly Run[]): string[] => largestOfEach(runs).map(({ id }) => id)

const measuredText = (runs: number, { catalogSizes, recipes }: Request): string =>
  catalogSizes || recipes.some(({ leftOut }) => leftOut !== undefined)
    ? `Made ${plural(runs, 'measurement')}`
    : `Measured ${plural(runs, 'recipe')}`

const isOfOtherSplit = (run: Run, { goldenSet, split }: Request): boolean =>
  split !== undefined &&
  run.goldenSet === goldenSet &&
  run.split !== undefined &&
  (run.split.by !== split.by || run.split.seed !== split.seed)
