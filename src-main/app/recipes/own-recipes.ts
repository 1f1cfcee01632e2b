import type { OwnRecipe } from '../../domain/recipe/choice'
import { usedName } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
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
  return (used) => {
    const recipe = all.find(({ id }) => id === used.recipe)
    const own = owned.get(used.recipe) ?? []
    return usedName(used, recipe && { own, defaults: parseOptions(recipe, {}) })
  }
}
