import type { ActionAnswer } from '../../features/actions'
import { Problem } from '../../domain/problem'
import type { OwnRecipe, WorksWith } from '../../domain/recipe/choice'
import { absentRecipeText } from '../../domain/recipe/left'
import { sameOptions, usedName } from '../../domain/recipe/option'
import { filtersOf } from '../../domain/recipe/simulated'
import type { JsonObject } from '../../domain/tool/tool'
import { recipeOptions } from './arguments'
import { plainText } from './print-table'
import type { CommandSession } from './session'

type RecipeInfo = ActionAnswer<'recipes.list'>[number]

interface Wanted {
  dir: string
  /**
   * Ids of recipes, or names of the workspace's own; what the workspace works with where none is
   * given.
   */
  names: readonly string[] | undefined
  /** As given by `--option`: they come before those of a recipe of its own. */
  options: Record<string, string> | undefined
  /** Which others come behind them. */
  isAdded?: ((recipe: RecipeInfo) => boolean) | undefined
}

/** A recipe as requests take it, and what it is called. */
export interface ChosenRecipe {
  name: string
  recipe: string
  options: JsonObject
}

/** What was answered or measured: the recipe's id and all its options. */
type Used = Pick<ChosenRecipe, 'recipe' | 'options'>

/**
 * The recipes named, and what one that was used is called: as it was named, or what it is called in
 * the workspace.
 */
interface ChosenRecipes {
  chosen: ChosenRecipe[]
  nameOf: (used: Used) => string
  /** Ids of those that were not named. */
  added: readonly string[]
}

/**
 * @throws Problem `bad-input` naming the recipes there are, and for an option that none of the
 * chosen has.
 */
export async function chosenRecipes(
  session: CommandSession,
  { dir, names, options = {}, isAdded = () => false }: Wanted,
): Promise<ChosenRecipes> {
  const recipes = await session.request('recipes.list', { dir })
  const inWorkspace = namesOf(recipes)
  const named = names
    ? names.map((name) => called(name, recipes))
    : [await workedWith(session, dir, recipes)]
  const isNamed = ({ id }: RecipeInfo) => named.some(({ recipe }) => recipe.id === id)
  const added = recipes.filter((each) => isAdded(each) && !isNamed(each))
  const all = named.map(({ recipe }) => recipe)
  const wanted = named.map(({ name, recipe, own }) => ({
    name: plainText(name),
    recipe: recipe.id,
    defaults: recipe.defaults,
    options: { ...own, ...recipeOptions(recipe, options, all) },
  }))
  const filters = filtersOf(wanted[0]?.options ?? {})
  const chosen = [
    ...wanted,
    ...added.map(({ id, defaults }) => ({ name: id, recipe: id, defaults, options: filters })),
  ]
  const isUsed = (used: Used) => (each: (typeof chosen)[number]) =>
    each.recipe === used.recipe && sameOptions(each.options, used.options, each.defaults)
  return {
    chosen,
    added: added.map(({ id }) => id),
    nameOf: (used) => chosen.find(isUsed(used))?.name ?? inWorkspace(used),
  }
}

/**
 * The one recipe that is named, or what the workspace works with.
 * @throws Problem `bad-input`, as {@link chosenRecipes}.
 */
export async function chosenRecipe(
  session: CommandSession,
  dir: string,
  { recipe, option }: { recipe?: string | undefined; option?: Wanted['options'] },
): Promise<ChosenRecipe> {
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } = await chosenRecipes(session, { dir, names, options: option })
  return chosen[0] as ChosenRecipe
}

interface Found {
  name: string
  recipe: RecipeInfo
  /** Options that it comes with here. */
  own: JsonObject | undefined
}

function called(name: string, recipes: readonly RecipeInfo[]): Found {
  const { recipe, own } = recipeCalled(name, recipes)
  return { name, recipe, own: own?.options }
}

async function workedWith(
  session: CommandSession,
  dir: string,
  recipes: readonly RecipeInfo[],
): Promise<Found> {
  const works = await worksWithIn(session, dir)
  const { recipe } = recipeCalled(works.recipe, recipes)
  return { name: namesOf(recipes)(works), recipe, own: works.options }
}

/** What a workspace works with. */
export const worksWithIn = async (session: CommandSession, dir: string): Promise<WorksWith> =>
  (await session.request('workspace.read', { dir })).worksWith

/**
 * What a recipe that was used is called in a workspace: a name of its own where it has one, else
 * its id.
 */
export const namesOf =
  (recipes: readonly RecipeInfo[]) =>
  (used: Used): string =>
    usedName(
      used,
      recipes.find(({ id }) => id === used.recipe),
    )

/**
 * The recipe of this id, or the workspace's own of this name.
 * @throws Problem `bad-input` naming all that there are.
 */
export function recipeCalled(
  name: string,
  recipes: readonly RecipeInfo[],
): { recipe: RecipeInfo; own?: OwnRecipe } {
  const recipe = recipes.find(({ id }) => id === name)
  if (recipe) return { recipe }
  for (const each of recipes) {
    const own = each.own.find((one) => one.name === name)
    if (own) return { recipe: each, own }
  }
  const own = recipes.flatMap((each) => each.own.map((one) => `“${one.name}”`))
  const all = [...recipes.map(({ id }) => id), ...own].join(', ')
  throw new Problem('bad-input', absentRecipeText(name), `Choose one of: ${all}.`)
}
