import { partOfId } from '../../domain/query/tier'
import { Problem } from '../../domain/problem'
import type { Run } from '../../domain/run/run'
import type { JsonObject } from '../../domain/tool/tool'
import { optionsSchema, parseOptions } from '../../app/recipes/recipe-options'
import { promptsOf } from '../../pipeline/stage'
import type { Kit } from '../../pipeline/kit'
import type { Recipe, Recipes } from '../../pipeline/recipes/recipe'
import { ablationsOf, type Ablation } from './shared/parts'

/** The recipe of a run, whose options may hold some that it takes no more. */
export interface Whole {
  recipe: Recipe
  /** Those that it takes. */
  options: JsonObject
  parts: Ablation[]
}

/** @throws Problem `not-found` where the recipe is no longer there. */
export function wholeOf(
  recipes: Recipes,
  { recipe: id, options: given }: Pick<Run, 'recipe' | 'options'>,
): Whole {
  const recipe = recipes.all.find((each) => each.id === id)
  if (!recipe) {
    throw new Problem(
      'not-found',
      'The recipe of this run is no longer there: without it, no part of it can be left out.',
    )
  }
  const known = Object.entries(given).filter(([name]) => name in recipe.options.shape)
  const options = Object.fromEntries(known)
  const described = { options: optionsSchema(recipe), defaults: parseOptions(recipe, {}) }
  return { recipe, options, parts: ablationsOf(described, options) }
}

/** Whether the recipe asks a chat model for each query with these options. */
export const asksModel = (recipe: Recipe, options: JsonObject, kit: Kit): boolean =>
  promptsOf(recipe.build(kit, parseOptions(recipe, options))).length > 0

/** Of all its queries, also while those of one tier are looked at. */
export const wholeRunId = (id: string): string => partOfId(id).run
