import type { Recipe, Recipes } from '../pipeline/recipes/recipe'
import { recipes as core } from '../pipeline/recipes/registry'
import type { Feature } from './feature'
import { joinByName } from './join-by-name'
import * as features from './registry'

const byId = (recipes: readonly Recipe[]) =>
  Object.fromEntries(recipes.map((recipe) => [recipe.id, recipe]))

const all = joinByName<Recipe>('recipe', {
  'the core': byId(core.all),
  ...Object.fromEntries(
    Object.entries<Feature>(features).map(([name, { recipes = [] }]) => [name, byId(recipes)]),
  ),
})

/**
 * Every recipe there is, those of features after the core's. `compose.ts` hands them to the app:
 * nothing else imports them.
 */
export const recipes: Recipes = { ...core, all: Object.values(all) }
