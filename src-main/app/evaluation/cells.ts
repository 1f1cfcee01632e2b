import type { ExperimentPlan } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import type { SetSize } from '../../domain/query/query'
import { sizeWith } from '../../domain/recipe/option'
import type { CatalogSize } from '../../domain/run/run'
import type { JsonObject } from '../../domain/tool/tool'
import type { Recipe } from '../../pipeline/recipes/recipe'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import { sourcesOf, type ToolSelection } from '../../pipeline/stage'
import type { Catalog } from '../workspaces/catalog'
import { hiddenIn } from '../catalog/eligible-tools'
import { parseOptions } from '../recipes/recipe-options'

/**
 * One measurement of an experiment: a recipe with its options and embedder, on catalogs of one
 * size.
 */
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
  /** The whole catalog where left out. */
  catalogSize?: CatalogSize
  /** What it leaves out of another, in words. */
  leftOut?: string | undefined
}

interface Wanted {
  recipes: Recipes
  catalog: Catalog
  /** The workspace's, for recipes without one of their own. */
  embedder: string
}

/** More would take hours, and a list of runs that nobody reads. */
export const MOST_CELLS = 300

/**
 * What is to be measured: every recipe with each size of catalog.
 * @throws Problem for a recipe that is not there, options that do not fit, and sizes beyond the
 * catalog.
 */
export function cellsOf(input: ExperimentPlan, wanted: Wanted): Cell[] {
  const sizes = sizesOf(input, wanted.catalog)
  const count = sizes.length * input.recipes.length
  if (count > MOST_CELLS) {
    throw new Problem(
      'bad-input',
      `That makes ${count} measurements: recipes times catalog sizes times seeds. ${MOST_CELLS} can be made at once.`,
      'Choose fewer of them, and measure the others afterwards: runs are kept.',
    )
  }
  const recipes = recipesOf(input, wanted).filter(isOther)
  return sizes.flatMap((catalogSize) =>
    recipes.map((cell) => ({ ...cell, ...(catalogSize && { catalogSize }) })),
  )
}

/** Another embedder makes no other measurement of a recipe that compares no embeddings. */
const isOther = (cell: Cell, at: number, all: readonly Cell[]): boolean =>
  cell.embeds ||
  !all
    .slice(0, at)
    .some(
      ({ recipe, options, embedder }) =>
        recipe === cell.recipe &&
        embedder !== cell.embedder &&
        JSON.stringify(options) === JSON.stringify(cell.options),
    )

/**
 * Each size once, the whole catalog as nothing: one of all tools that can be given is the whole.
 */
function sizesOf({ catalogSizes }: ExperimentPlan, catalog: Catalog): (CatalogSize | undefined)[] {
  if (!catalogSizes) return [undefined]
  const all = catalog.tools.length
  const hidden = hiddenIn(catalog)
  const { tools, seeds } = catalogSizes
  const sizes = tools.map((size) => (size === 'all' || size >= all - hidden ? 'all' : size))
  const beyond = tools.find((size) => size !== 'all' && size > all)
  if (beyond !== undefined) {
    throw new Problem(
      'bad-input',
      `The catalog has ${all} tools, so none of ${beyond} can be drawn from it.`,
      `Choose sizes of at most ${all}, or “all” for the whole catalog.`,
    )
  }
  return [...new Set(sizes)].flatMap((size): (CatalogSize | undefined)[] =>
    size === 'all'
      ? [undefined]
      : [...new Set(seeds)].map((seed) => ({ tools: size, seed, ...(hidden > 0 && { hidden }) })),
  )
}

const recipesOf = (input: ExperimentPlan, { recipes, catalog, embedder: chosen }: Wanted): Cell[] =>
  input.recipes.map((choice) => {
    const recipe = recipeOf(recipes, choice.recipe)
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
      leftOut: choice.leftOut,
      k: size === 'adaptive' ? [] : [...new Set(input.k)].sort((a, b) => a - b),
    }
  })
