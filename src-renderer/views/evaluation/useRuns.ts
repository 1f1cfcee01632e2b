import { computed, shallowRef, type Ref } from 'vue'
import type { RecipeInfo } from '../../../src-main/contract/query-routes'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { latestTogether } from './latest-together'
import { runLabels } from './run-labels'

/** The runs of the workspace, the latest first, and those chosen to be compared. */
export function useRuns(recipes: Ref<RecipeInfo[] | undefined>) {
  const { current } = useWorkspace()
  const stored = useTask('evaluation.runs')
  const deletion = useTask('evaluation.deleteRuns')
  const chosen = shallowRef<string[]>([])

  const runs = computed(() =>
    [...(stored.data.value ?? [])].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
  )
  /** In the order they were chosen, with labels that tell them apart. */
  const compared = computed(() => {
    const found = chosen.value.flatMap((id) => runs.value.find((run) => run.id === id) ?? [])
    const labels = runLabels(found, recipes.value ?? [])
    return found.map((run, at) => ({ run, label: labels[at] ?? run.recipe }))
  })

  async function read(dir: string): Promise<void> {
    const all = await stored.run({ dir })
    if (all && !chosen.value.length) chosen.value = latestTogether(all)
  }

  /** Says whether that worked. */
  async function remove(ids: string[]): Promise<boolean> {
    if (!current.value) return false
    const { dir } = current.value
    const done = await deletion.run({ dir, runs: ids })
    if (!done) return false
    chosen.value = chosen.value.filter((id) => !ids.includes(id))
    await stored.run({ dir })
    return true
  }

  return { stored, deletion, chosen, runs, compared, read, remove }
}
