import { computed, watch } from 'vue'
import { useModelsInUse } from '../../composables/useModelsInUse'
import { useQuery } from '../../composables/useQuery'
import { useSettings } from '../../composables/useSettings'
import { useWorkspace } from '../../composables/useWorkspace'
import type { PlaygroundState } from './playground-state'

/** What the playground runs a query with: recipe, options, k and embedder, those of the settings until others are chosen. */
export function useControls(state: PlaygroundState) {
  const { current } = useWorkspace()
  const { settings } = useSettings()
  const inUse = useModelsInUse()
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
    const wanted = state.recipe ?? settings.value?.recipe
    return known.find(({ id }) => id === wanted) ?? known[0]
  })
  const options = computed({
    get: () => state.options[recipe.value?.id ?? ''] ?? {},
    set: (value) => {
      if (recipe.value) state.options = { ...state.options, [recipe.value.id]: value }
    },
  })
  const maximumK = computed(() =>
    Math.max(1, Math.min(settings.value?.maximumK ?? 128, current.value?.tools ?? 1)),
  )
  const k = computed({
    get: () => Math.min(state.k ?? settings.value?.k ?? 5, maximumK.value),
    set: (value) => (state.k = value),
  })
  const embedder = computed(() => inUse.value.embedder)
  return { settings, recipes, ready, recipe, options, maximumK, k, embedder }
}

export type Controls = ReturnType<typeof useControls>
