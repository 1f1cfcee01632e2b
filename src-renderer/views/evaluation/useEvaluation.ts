import { watch } from 'vue'
import { onIntent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { useWorkspace } from '../../composables/useWorkspace'
import { plural } from '../../words/number-words'
import { parseK } from './k-list'
import { useRuns } from './useRuns'
import { useSetup } from './useSetup'

/** The evaluation of the workspace on show: what to measure, the runs there are, and which stand side by side. */
export function useEvaluation() {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const { announce } = useStatus()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  const recipes = useQuery('recipes.list', {})
  const facets = useQuery('catalog.facets', { dir })
  const evaluation = useTask('evaluation.run', { escape: true })
  const setup = useSetup(dir)
  const runs = useRuns(dir, recipes.data)

  async function start(): Promise<void> {
    const { goldenSet, choices, k, sampled, seed } = setup.setup
    const cutoffs = parseK(k)
    if (!goldenSet || 'error' in cutoffs) return
    const done = await evaluation.run({
      dir,
      goldenSet,
      recipes: choices.map(({ recipe, options }) => ({ recipe, options })),
      k: cutoffs.k,
      ...(sampled && { sample: { size: setup.sampleSize.value, seed } }),
    })
    if (!done) return
    // The new runs are chosen once they are there, so that nothing else is on show in between.
    await runs.stored.reload()
    runs.chosen.value = done.map(({ id }) => id)
    announce(`Measured ${plural(done.length, 'recipe')} on “${goldenSet}”.`)
  }

  watch(
    recipes.data,
    (known = []) => {
      if (setup.setup.choices.length) return
      const preferred = known.filter(({ id }) => id === 'bm25' || id === settings.value?.recipe)
      for (const { id } of preferred.length ? preferred : known.slice(0, 1)) setup.addChoice(id)
    },
    { immediate: true },
  )
  onIntent('evaluation', ({ goldenSet, recipe, options }) => {
    if (goldenSet) setup.setup.goldenSet = goldenSet
    if (recipe) setup.addChoice(recipe, options)
  })

  return { current, settings, recipes, facets, evaluation, start, setup, runs }
}

export type Evaluation = ReturnType<typeof useEvaluation>
