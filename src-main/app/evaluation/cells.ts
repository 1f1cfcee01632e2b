import type { ParsedInput } from '../../contract/routes'
import type { SetSize } from '../../domain/query'
import { sizeWith } from '../../domain/recipe-option'
import type { JsonObject } from '../../domain/tool'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { recipeOf } from '../../pipeline/recipes/registry'
import { sourcesOf, type ToolSelection } from '../../pipeline/stage'
import type { Catalog } from '../catalog'
import { parseOptions } from '../recipe-options'

/** One measurement of an experiment: a recipe with its options and embedder. */
export interface Cell {
  recipe: Recipe
  options: JsonObject
  /** Who decides how many tools a set holds. */
  size: SetSize
  embedder: string
  /** Whether the embedder matters: the recipe compares embeddings. */
  embeds: boolean
  /** As it will be run; nothing of it is prepared. */
  pipeline: ToolSelection
  /** The cut-offs wanted, rising; none where the recipe decides how many tools there are. */
  k: number[]
}

interface Wanted {
  catalog: Catalog
  /** The workspace's, for recipes without one of their own. */
  embedder: string
}

/** What is to be measured. @throws Problem for a recipe that is not there, and for options that do not fit. */
export const cellsOf = (
  input: ParsedInput<'evaluation.run'>,
  { catalog, embedder: chosen }: Wanted,
): Cell[] =>
  input.recipes.map((choice) => {
    const recipe = recipeOf(choice.recipe)
    const options = parseOptions(recipe, choice.options)
    const embedder = choice.embedder ?? input.embedder ?? chosen
    const size = sizeWith({ ...recipe, defaults: {} }, options)
    const pipeline = recipe.build(catalog.kit(embedder), options)
    return {
      recipe,
      options,
      size,
      embedder,
      embeds: sourcesOf(pipeline).some(({ embeds }) => embeds),
      pipeline,
      k: size === 'own' ? [] : [...new Set(input.k)].sort((a, b) => a - b),
    }
  })
