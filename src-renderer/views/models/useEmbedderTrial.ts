import { computed, shallowRef } from 'vue'
import { embedderTitle } from '../../../src-main/domain/model/names'
import { movedText } from '../../../src-main/domain/workspace/move-text'
import { useQuery } from '../../composables/useQuery'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { useWorksWith } from '../../composables/useWorksWith'

/** Another embedder, tried on the golden queries of the workspace with its recipe and k, and used where it is wanted. */
export function useEmbedderTrial(dir: string, embedder: string) {
  const { current } = useWorkspace()
  const works = useWorksWith()
  const goldenSets = useQuery('golden.list', { dir })
  const trial = useTask('evaluation.trySettings')
  const indexing = useTask('knowledge.index')
  const choosing = useTask('models.choose')
  /** What was chosen in the workspace before: null where nothing was. */
  const before = shallowRef<string | null>()

  /** The golden set that tells most. */
  const goldenSet = computed(
    () => goldenSets.data.value?.toSorted((one, other) => other.queries - one.queries)[0]?.name,
  )

  function start(): void {
    before.value = undefined
    trial.clear()
    if (!works.value) return
    const { recipe, options } = works.value
    void trial.run({ dir, recipe, options, embedder, goldenSet: goldenSet.value })
  }

  async function use(): Promise<void> {
    const chosen = current.value?.models?.embedder ?? null
    // It may never have been tried: then it embeds first, and answers once that is done.
    if (await indexing.run({ dir, embedder, use: true })) before.value = chosen
  }

  async function undo(): Promise<void> {
    if (before.value === undefined) return
    const model = before.value
    if (await choosing.run({ dir, role: 'embedder', model })) before.value = undefined
  }

  return {
    /** Whether it is known what there is to measure on. */
    isReady: computed(() => goldenSets.data.value !== undefined),
    isUsed: computed(() => before.value !== undefined),
    /** Whether it was looked at at all. */
    isOpen: computed(
      () =>
        [trial, indexing].some(({ running, problem, stopped }) =>
          [running.value, problem.value, stopped.value].some(Boolean),
        ) ||
        !!trial.data.value ||
        before.value !== undefined,
    ),
    /** Whether it could not be measured, which is no reason not to use it. */
    isUnmeasured: computed(() => !!trial.problem.value && before.value === undefined),
    /** What `SettingsTrial` shows. */
    shown: computed(() => ({
      recipe: '',
      running: trial.running.value || indexing.running.value,
      progress: trial.progress.value ?? indexing.progress.value,
      data: trial.data.value,
      stopped: (trial.stopped.value ?? indexing.stopped.value) !== undefined,
      problem: trial.problem.value ?? indexing.problem.value ?? choosing.problem.value,
      kept: before.value === undefined ? undefined : movedText(embedder),
      use: `${embedderTitle(embedder)} answers in this workspace from then on.`,
      waiting: `Trying ${embedderTitle(embedder)}`,
    })),
    /** What its buttons do. */
    does: {
      ...{ start, use, undo },
      stop() {
        trial.stop()
        indexing.stop()
      },
    },
  }
}
