import { sameOptions, sizeWith } from '../../domain/recipe/option'
import { filtersOf } from '../../domain/recipe/simulated'
import type { JsonObject } from '../../domain/tool/tool'
import type { Kit } from '../../pipeline/kit'
import { recipeOf, type Recipe, type Recipes } from '../../pipeline/recipes/recipe'
import { promptsOf, sourcesOf } from '../../pipeline/stage'
import { parseOptions } from '../recipes/recipe-options'

/** A recipe with the options that it is tried with. */
export interface OtherRecipe {
  recipe: string
  label: string
  options: JsonObject
}

interface InUse {
  recipes: Recipes
  recipe: Recipe
  options: JsonObject
  kit: Kit
  /** Whether embedding the catalog otherwise costs nothing. */
  isQuick: boolean
}

/**
 * The recipes that may be tried in place of one, with its filters and else their defaults: those
 * that give k tools, ask no model, stand for no provider, and embed nothing that is not there.
 */
export function otherRecipes({
  recipes,
  recipe: used,
  options,
  kit,
  isQuick,
}: InUse): OtherRecipe[] {
  const filters = filtersOf(options)
  const inUse = parseOptions(used, options)
  const ready = new Set(embeddedBy(recipeOf(recipes, recipes.standard), { kit, options: {} }))
  return recipes.all.flatMap((recipe) => {
    const asked = takenBy(recipe, filters)
    const all = parseOptions(recipe, asked)
    const isUsed = recipe.id === used.id && sameOptions(all, inUse, {})
    const isOfK = sizeWith({ ...recipe, defaults: {} }, all) === 'k'
    if (isUsed || recipe.simulates || !isOfK) return []
    if (promptsOf(recipe.build(kit, all)).length > 0) return []
    const isThere =
      isQuick || embeddedBy(recipe, { kit, options: asked }).every((key) => ready.has(key))
    const label = recipe.id === used.id ? `${recipe.title} as it comes` : recipe.title
    return isThere ? [{ recipe: recipe.id, label, options: asked }] : []
  })
}

/** Of options those that the recipe has. */
const takenBy = ({ options: { shape } }: Recipe, options: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(shape, name)))

/**
 * What of the catalog the recipe embeds, by key: what the standard recipe does is there once a
 * catalog is indexed.
 */
const embeddedBy = (
  recipe: Recipe,
  { kit, options }: { kit: Kit; options: JsonObject },
): string[] =>
  sourcesOf(recipe.build(kit, parseOptions(recipe, options)))
    .filter(({ embeds }) => embeds)
    .map(({ key }) => key)
