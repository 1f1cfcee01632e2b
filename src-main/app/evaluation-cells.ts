import type { ParsedInput } from '../contract/routes'
import type { JsonObject } from '../domain/tool'
import type { Recipe } from '../pipeline/recipes/recipe'
import { recipeOf } from '../pipeline/recipes/registry'
import type { AppContext } from './handlers'
import { parseOptions } from './recipe-options'

/** One measurement of an experiment: a recipe with its options and embedder. */
export interface Cell {
  recipe: Recipe
  options: JsonObject
  embedder: string
  /** The cut-offs wanted, rising; none where the recipe decides how many tools there are. */
  k: number[]
}

/** What is to be measured. @throws Problem for a recipe that is not there, and for options that do not fit. */
export async function cellsOf(
  { settings }: Pick<AppContext, 'settings'>,
  input: ParsedInput<'evaluation.run'>,
): Promise<Cell[]> {
  const chosen = await settings.read()
  return input.recipes.map((choice) => {
    const recipe = recipeOf(choice.recipe)
    return {
      recipe,
      options: parseOptions(recipe, choice.options),
      embedder: choice.embedder ?? input.embedder ?? chosen.embedder,
      k: recipe.size === 'own' ? [] : [...new Set(input.k)].sort((a, b) => a - b),
    }
  })
}
