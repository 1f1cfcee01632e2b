import { computed, onMounted, ref, watch } from 'vue'
import type { RecipeInfo } from '../../src-main/contract/query'
import { FEWEST_TRIED } from '../../src-main/domain/recipe/trial-text'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { changedOptions, optionFields } from '../components/recipe/option-fields'
import { useAdopting } from './useAdopting'
import { useNavigation } from './useNavigation'
import { useOwnRecipes } from './useOwnRecipes'
import { useTask } from './useTask'

/** What settings are tried of, and on what. */
export interface TrialPlan {
  /** Where it is absent or has too few queries, what was logged is asked. */
  goldenSet: { name: string; queries: number } | undefined
  recipe: RecipeInfo
  /** Those in use, which others are to be better than; left out: its defaults. */
  options?: JsonObject | undefined
}

/**
 * What other settings would give on a golden set or on logged queries, tried in the background;
 * nothing is switched on by itself.
 * @param plan what to try; nothing is tried while it is undefined
 */
export function useSettingsTrial(dir: string, plan: () => TrialPlan | undefined) {
  const trial = useTask('evaluation.trySettings')
  const own = useOwnRecipes(dir)
  const adopting = useAdopting(() => dir)
  const { go } = useNavigation()
  /** The name under which what was found is kept. */
  const kept = ref<string>()
  const found = computed(() => {
    const better = trial.data.value?.better
    return better && trial.data.value?.tried[better.tried]
  })
  const asked = computed(() => {
    const now = plan()
    if (!now) return undefined
    const { goldenSet, recipe } = now
    const options = changedOptions(now.options ?? {}, optionFields(recipe))
    const isEnough = goldenSet !== undefined && goldenSet.queries >= FEWEST_TRIED
    return { dir, recipe: recipe.id, options, ...(isEnough && { goldenSet: goldenSet.name }) }
  })

  function start(): void {
    kept.value = undefined
    trial.clear()
    if (asked.value) void trial.run(asked.value)
  }
  onMounted(start)
  watch(() => JSON.stringify(asked.value), start)

  async function use(): Promise<void> {
    const now = plan()
    if (!found.value || !now) return
    const on = trial.data.value?.goldenSet ?? 'logged queries'
    const name = `${now.recipe.title}, tuned on ${on}`.slice(0, 80)
    const { options, recipe, label } = found.value
    if (recipe !== undefined) {
      if (await adopting.adopt({ recipe, options }, label)) kept.value = label
      return
    }
    if (await own.save({ name, recipe: now.recipe.id, options, replace: true })) kept.value = name
  }
  async function undo(): Promise<void> {
    if (found.value?.recipe !== undefined) await adopting.undo()
    else if (kept.value !== undefined) await own.remove(kept.value)
    kept.value = undefined
  }

  return {
    /** What `SettingsTrial` shows. */
    shown: computed(() => {
      const failed = own.problem.value ?? trial.problem.value
      return {
        recipe: plan()?.recipe.title ?? '',
        running: trial.running.value,
        progress: trial.progress.value,
        data: trial.data.value,
        stopped: trial.stopped.value !== undefined,
        kept: kept.value === undefined ? undefined : keptText(kept.value, found.value?.recipe),
        use:
          found.value?.recipe === undefined
            ? 'Keeps these settings as a recipe of your own; nothing else changes.'
            : 'Has this workspace work with that recipe; nothing else changes.',
        opens: true,
        // That there is nothing to try with is nothing to be told of unasked.
        problem: failed?.code === 'bad-input' ? undefined : failed,
      }
    }),
    /** What its buttons do. */
    does: {
      start,
      use,
      undo,
      stop: trial.stop,
      open: () =>
        go('playground', {
          recipe: found.value?.recipe ?? plan()?.recipe.id,
          options: found.value?.options,
        }),
    },
  }
}

const keptText = (name: string, recipe: string | undefined): string =>
  recipe === undefined ? `Kept as “${name}”.` : `This workspace works with ${name}.`
