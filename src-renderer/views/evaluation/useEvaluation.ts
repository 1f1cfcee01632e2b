import { ref, watch } from 'vue'
import { onAsked } from '../../composables/useAsking'
import { onIntent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useWorkspace } from '../../composables/useWorkspace'
import { parseK } from './k-list'
import { useExperiment } from './useExperiment'
import { useOutcomeChoice } from './useOutcomeChoice'
import { useRuns } from './useRuns'
import { useSetup } from './useSetup'

/** The evaluation of the workspace on show: what to measure, the runs there are, and which stand side by side. */
export function useEvaluation() {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  const recipes = useQuery('recipes.list', { dir })
  const facets = useQuery('catalog.facets', { dir })
  const measures = useQuery('evaluation.measures', {})
  const setup = useSetup(dir)
  const runs = useRuns(dir, recipes.data)
  const experiment = useExperiment(runs)
  const outcomes = useOutcomeChoice(runs.compared, runs.baseline)

  async function start(): Promise<void> {
    const { goldenSet, choices, k } = setup.setup
    const cutoffs = parseK(k)
    if (!goldenSet || 'error' in cutoffs) return
    await experiment.start({
      dir,
      goldenSet,
      recipes: choices.map(({ recipe, options }) => ({ recipe, options })),
      k: cutoffs.k,
      ...setup.part.value,
    })
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

  // Asked for before golden sets and recipes are read, it waits for them.
  const runAsked = ref(false)
  onAsked('evaluation', () => (runAsked.value = !experiment.task.running.value))
  watch(
    () => runAsked.value && !!setup.setup.goldenSet && setup.setup.choices.length > 0,
    (ready) => {
      if (!ready) return
      runAsked.value = false
      void start()
    },
    { immediate: true },
  )

  return {
    current,
    settings,
    recipes,
    facets,
    measures,
    experiment,
    start,
    setup,
    runs,
    outcomes,
  }
}

export type Evaluation = ReturnType<typeof useEvaluation>
