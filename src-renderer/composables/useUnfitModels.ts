import { computed, type ComputedRef } from 'vue'
import type { RecipeInfo } from '../../src-main/contract/query'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { useAskingModel } from './useAskingModel'
import { useQuery } from './useQuery'

/**
 * What a recipe with some options asks of models that were tried and found unfit for it, a sentence
 * for each model.
 */
export function useUnfitModels(
  dir: string,
  chosen: () => { recipe: RecipeInfo | undefined; options: JsonObject } | undefined,
): ComputedRef<readonly string[]> {
  const asks = useAskingModel()
  const { data } = useQuery('models.unfit', () => {
    const { recipe, options = {} } = chosen() ?? {}
    return recipe && asks(recipe, options) ? { dir, recipe: recipe.id, options } : undefined
  })
  return computed(() => data.value ?? [])
}
