import type { RecipeInfo } from '../../../src-main/contract/query'
import { ownRecipeWith } from '../../../src-main/domain/recipe/option'
import type { JsonObject } from '../../../src-main/domain/tool/tool'
import { plainText } from '../../../src-main/domain/value/plain-text'

/** What a recipe with these options is called: by a name of one's own where it has one. */
export function recipeTitle(recipe: RecipeInfo, options: JsonObject): string {
  const own = ownRecipeWith(options, recipe)
  return own ? plainText(own.name) : recipe.title
}
