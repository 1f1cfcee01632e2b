import type { RecipeInfo } from '../../../../src-main/contract/query'
import { ablationsOf } from '../../../../src-main/domain/experiment/ablation'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

/** A recipe, whole and without each of its parts in turn, as a request to measure names it. */
export const takenApart = (recipe: RecipeInfo, options: JsonObject) => [
  { recipe: recipe.id, options },
  ...ablationsOf(recipe, options).map((part) => ({
    recipe: recipe.id,
    options: part.options,
    leftOut: part.label,
  })),
]
