import type { Recipe, Recipes } from '../pipeline/recipes/recipe'
import { recipes as core } from '../pipeline/recipes/registry'
import type { Feature } from './feature'
import { joinById } from './join-by-name'
import * as features from './registry'

const ofFeatures = Object.entries<Feature>(features).map(
  ([name, { recipes = [] }]) => [name, recipes] as const,
)

/**
 * Every recipe there is, those of features after the core's. `compose.ts` hands them to the app:
 * nothing else imports them.
 */
export const recipes: Recipes = {
  ...core,
  all: joinById<Recipe>('recipe', { 'the core': core.all, ...Object.fromEntries(ofFeatures) }),
}
