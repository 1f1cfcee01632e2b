import { computed, nextTick, ref, watch } from 'vue'
import type { RecipeInfo } from '../../../src-main/contract/query'
import type { JsonObject } from '../../../src-main/domain/tool/tool'
import type { WorksWith } from '../../../src-main/domain/recipe/choice'
import { onAsked } from '../../composables/useAsking'
import { onIntent } from '../../composables/useNavigation'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useWorkspace } from '../../composables/useWorkspace'
import { useWorksWith } from '../../composables/useWorksWith'
import { changedOptions, optionFields } from '../../components/recipe/option-fields'
import { showParts } from './failures/parts-place'
import { takenApart } from './failures/taken-apart'
import { parseK } from './k-list'
import { useExperiment } from './useExperiment'
import { useOutcomeChoice } from './useOutcomeChoice'
import { useRuns } from './useRuns'
import { useSetup } from './useSetup'

/** The evaluation of the workspace on show: what to measure, the runs there are, and which stand side by side. */
export function useEvaluation() {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const works = useWorksWith()
  // A view lives with one workspace.
  const dir = current.value?.dir ?? ''
  const recipes = useQuery('recipes.list', { dir })
  const facets = useQuery('catalog.facets', { dir })
  const measures = useQuery('evaluation.measures', {})
  const setup = useSetup(dir, () => current.value?.tools ?? 0)
  const runs = useRuns(dir, recipes.data)
  const experiment = useExperiment(runs)
  const outcomes = useOutcomeChoice(runs.compared, runs.baseline)

  /** What is set to be measured; nothing while something of it is missing or wrong. */
  const plan = computed(() => {
    const { goldenSet, choices, k } = setup.setup
    const cutoffs = parseK(k)
    if (!goldenSet || 'error' in cutoffs || choices.length === 0) return undefined
    if (setup.sizesFault.value) return undefined
    return {
      goldenSet,
      recipes: choices.map(({ recipe, options, embedder }) => ({
        ...{ recipe, options },
        ...(embedder !== undefined && { embedder }),
      })),
      k: cutoffs.k,
      ...setup.part.value,
    }
  })

  async function start(): Promise<void> {
    if (plan.value) await experiment.start({ dir, ...plan.value })
  }

  /** Measures a recipe whole and without each of its parts, on the whole catalog. */
  async function takeApart(recipe: RecipeInfo, options: JsonObject): Promise<void> {
    if (!plan.value) return
    const { catalogSizes: _, ...on } = plan.value
    await experiment.start({ dir, ...on, recipes: takenApart(recipe, options), resume: true })
    await nextTick()
    showParts()
  }

  watch(
    recipes.data,
    (known = []) => {
      if (setup.setup.choices.length) return
      for (const { recipe, options } of firstChoices(known, works.value))
        setup.addChoice(recipe, options)
    },
    { immediate: true },
  )
  onIntent('evaluation', ({ goldenSet, recipe, options }) => {
    if (goldenSet) setup.setup.goldenSet = goldenSet
    if (recipe) setup.addChoice(recipe, options)
  })

  startWhenAsked(start, {
    isRunning: () => experiment.task.running.value,
    isReady: () => !!setup.setup.goldenSet && setup.setup.choices.length > 0,
  })

  return {
    ...{ current, settings, works, recipes, facets, measures, experiment },
    ...{ dir, plan, start, takeApart, setup, runs, outcomes },
  }
}

/** What the workspace works with beside the first recipe there is, as it comes: the plainest one. */
function firstChoices(
  known: readonly RecipeInfo[],
  works: WorksWith | undefined,
): Pick<WorksWith, 'recipe' | 'options'>[] {
  const [first] = known
  if (!first) return []
  const plain = { recipe: first.id, options: {} }
  const own = known.find(({ id }) => id === works?.recipe)
  if (!works || !own) return [plain]
  const options = changedOptions(works.options, optionFields(own))
  const isPlain = own === first && Object.keys(options).length === 0
  return isPlain ? [plain] : [plain, { recipe: own.id, options }]
}

/** Asked for before golden sets and recipes are read, a start waits for them. */
function startWhenAsked(
  start: () => Promise<void>,
  { isRunning, isReady }: { isRunning: () => boolean; isReady: () => boolean },
): void {
  const isAsked = ref(false)
  onAsked('evaluation', () => (isAsked.value = !isRunning()))
  watch(
    () => isAsked.value && isReady(),
    (ready) => {
      if (!ready) return
      isAsked.value = false
      void start()
    },
    { immediate: true },
  )
}

export type Evaluation = ReturnType<typeof useEvaluation>
