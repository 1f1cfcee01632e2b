import { computed, watch } from 'vue'
import { changedOptions, optionFields } from '../../components/recipe/option-fields'
import { useModelsInUse } from '../../composables/useModelsInUse'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useWorkspace } from '../../composables/useWorkspace'
import { useWorksWith } from '../../composables/useWorksWith'
import type { PlaygroundState } from './playground-state'

/**
 * What the playground runs a query with: recipe, options, k and embedder, those of the workspace
 * until others are chosen.
 */
export function useControls(state: PlaygroundState) {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const inUse = useModelsInUse()
  const worksWith = useWorksWith()
  const recipes = useQuery('recipes.list', () => ({ dir: current.value?.dir }))
  /** Resolves once the recipes are known, or cannot be had. */
  const ready = new Promise<void>((resolve) => {
    watch(
      [recipes.data, recipes.problem],
      ([known, problem]) => {
        if (known || problem) resolve()
      },
      { immediate: true },
    )
  })

  const recipe = computed(() => {
    const known = recipes.data.value ?? []
    const wanted = state.recipe ?? worksWith.value?.recipe
    return known.find(({ id }) => id === wanted) ?? known[0]
  })
  /**
   * Of the recipe on show: those of the workspace that differ from its defaults, where it is what
   * it works with.
   */
  const ownOptions = computed(() => {
    const { recipe: id, options: all } = worksWith.value ?? {}
    if (!all || !recipe.value || recipe.value.id !== id) return {}
    return changedOptions(all, optionFields(recipe.value))
  })
  const options = computed({
    get: () => state.options[recipe.value?.id ?? ''] ?? ownOptions.value,
    set: (value) => {
      if (recipe.value) state.options = { ...state.options, [recipe.value.id]: value }
    },
  })
  const maximumK = computed(() =>
    Math.max(1, Math.min(settings.value?.maximumK ?? 128, current.value?.tools ?? 1)),
  )
  const k = computed({
    get: () => Math.min(state.k ?? worksWith.value?.k ?? 5, maximumK.value),
    set: (value) => (state.k = value),
  })
  const embedder = computed(() => inUse.value.embedder)
  return { settings, recipes, ready, recipe, options, maximumK, k, embedder }
}

export type Controls = ReturnType<typeof useControls>
