import { computed } from 'vue'
import type { RecipeInfo } from '../../src-main/contract/query'
import { asksModelWith } from '../../src-main/domain/recipe/option'
import type { JsonObject } from '../../src-main/domain/tool/tool'
import { useModelsInUse } from './useModelsInUse'
import { useSettings } from './useSettings'

/**
 * Whether a recipe with some options asks a language model here: where none is chosen it goes on
 * without, and costs nothing.
 */
export function useAskingModel(): (recipe: RecipeInfo, options: JsonObject) => boolean {
  const { settings } = useSettings()
  const inUse = useModelsInUse()
  // As long as the settings are not read, there may be one.
  const isChosen = computed(
    () => !settings.value || inUse.value.chat !== undefined || inUse.value.reranker !== undefined,
  )
  return (recipe, options) => isChosen.value && asksModelWith(recipe, options)
}
