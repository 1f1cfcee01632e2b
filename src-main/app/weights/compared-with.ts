import { ownRecipeWith, sameOptions } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { fieldsLearner, recipeOf, STANDARD_RECIPE } from '../../pipeline/recipes/registry'
import type { AppContext } from '../context'
import { parseOptions } from '../recipes/recipe-options'
import type { Session } from '../workspaces/session'
import { worksWith } from '../recipes/works-with'

/** A recipe with options, and what it is called. */
export interface ComparedWith {
  recipe: string
  options: JsonObject
  title: string
}

/** What learned weights are compared with: what the workspace works with, or the standard recipe where the weights are of that. */
export async function comparedWith(
  context: Pick<AppContext, 'sessions' | 'settings'>,
  session: Session,
): Promise<ComparedWith> {
  const works = await worksWith(context, session.store.dir)
  const isLearner = works.recipe === fieldsLearner().id
  const { recipe: id, options } = isLearner ? { recipe: STANDARD_RECIPE, options: {} } : works
  return { recipe: id, options, title: await titleOf(session, recipeOf(id), options) }
}

async function titleOf(session: Session, recipe: Recipe, options: JsonObject): Promise<string> {
  const { ownRecipes } = await session.store.read('ownRecipes')
  const defaults = parseOptions(recipe, {})
  const own = ownRecipes.filter((each) => each.recipe === recipe.id)
  const named = ownRecipeWith(options, { own, defaults })?.name
  const plain = sameOptions(options, {}, defaults)
    ? recipe.title
    : `${recipe.title}, with other options`
  return named ?? plain
}
