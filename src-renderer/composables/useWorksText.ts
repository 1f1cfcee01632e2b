import { computed } from 'vue'
import { ownRecipeWith, sizeWith } from '../../src-main/domain/recipe/option'
import { plainText } from '../../src-main/domain/value/plain-text'
import { useQuery } from './useQuery'
import { useWorksWith } from './useWorksWith'

/** What the workspace works with, in words: “Hybrid”, “k = 5”. */
export function useWorksText(dir: string) {
  const works = useWorksWith()
  const recipes = useQuery('recipes.list', { dir })
  const recipe = computed(() => recipes.data.value?.find(({ id }) => id === works.value?.recipe))
  const title = computed(() => {
    if (!works.value) return ''
    const own = recipe.value && ownRecipeWith(works.value.options, recipe.value)
    return plainText(own?.name ?? recipe.value?.title ?? works.value.recipe)
  })
  const isAdaptive = computed(
    () =>
      recipe.value !== undefined &&
      works.value !== undefined &&
      sizeWith(recipe.value, works.value.options) === 'adaptive',
  )
  const size = computed(() => (isAdaptive.value ? 'adaptive k' : `k = ${works.value?.k}`))
  return { works, recipes, recipe, title, size, isAdaptive }
}
