import type { OwnRecipe } from '../../domain/recipe/choice'
import { ownRecipeWith } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import { plainText } from '../../domain/value/plain-text'
import type { Recipes } from '../../pipeline/recipes/recipe'
import type { Session } from '../workspaces/session'
import { parseOptions } from './recipe-options'

export const ownRecipes = async ({ store }: Session): Promise<OwnRecipe[]> =>
  (await store.read('ownRecipes')).ownRecipes

/**
 * What a recipe that was used is called in a workspace: a name of its own where it has one, else
 * its id.
 */
export async function recipeNames(
  { all }: Pick<Recipes, 'all'>,
  session: Session,
): Promise<(used: { recipe: string; options: JsonObject }) => string> {
  const owned = Map.groupBy(await ownRecipes(session), ({ recipe }) => recipe)
  return ({ recipe: id, options }) => {
    const recipe = all.find((each) => each.id === id)
    const own = recipe && (owned.get(id) ?? [])
    const found = own && ownRecipeWith(options, { own, defaults: parseOptions(recipe, {}) })
    return found ? plainText(found.name) : id
  }
}
