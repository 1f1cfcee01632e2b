import { sameOptions } from '../../domain/recipe/option'
import type { JsonObject } from '../../domain/tool/tool'
import type { WorksWith } from '../../domain/recipe/choice'
import type { WorkspaceInfo } from '../../domain/workspace/workspace'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { AppContext } from '../context'
import { parseOptions } from './recipe-options'
import type { Session } from '../workspaces/session'

/** What a workspace works with until it chooses. */
export const standardChoice = ({ standard }: Pick<Recipes, 'standard'>): WorksWith => ({
  recipe: standard,
  options: {},
  k: 5,
})

/**
 * What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace
 * works with.
 */
export interface AskedOf {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
}

/**
 * The recipe that a request names, with the options that it names, or else what the workspace works
 * with.
 */
export const chosenRecipe = async (
  context: Pick<AppContext, 'sessions' | 'recipes'>,
  dir: string,
  asked: AskedOf,
): Promise<WorksWith> => withAsked(await worksWith(context, dir), asked)

/**
 * Another recipe begins with its own defaults; what the choice was made by is no part of what is
 * asked.
 */
export function withAsked(
  { restsOn: _, ...works }: WorksWith,
  { recipe, options, k }: AskedOf,
): WorksWith {
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return {
    ...works,
    recipe: recipe ?? works.recipe,
    options: options ?? own,
    k: k ?? works.k,
  }
}

/**
 * What a workspace works with: the recipe, its options and k that it chose, or else the standard
 * ones.
 */
export const worksWith = async (
  { sessions, recipes }: Pick<AppContext, 'sessions' | 'recipes'>,
  dir: string,
): Promise<WorksWith> => {
  const { store } = await sessions.of(dir)
  return (await store.info()).worksWith ?? standardChoice(recipes)
}

/** What a workspace is and holds, and what it works with. */
export async function infoOf(
  { recipes }: Pick<AppContext, 'recipes'>,
  { store }: Pick<Session, 'store'>,
): Promise<WorkspaceInfo> {
  const info = await store.info()
  const { worksWith: own = standardChoice(recipes) } = info
  return { ...info, worksWith: own, ...(!isStandard(recipes, own) && { hasChosen: true as const }) }
}

/** Whether a workspace works with the standard recipe as it comes, at the standard k. */
function isStandard(recipes: Recipes, { recipe, options, k }: WorksWith): boolean {
  const standard = standardChoice(recipes)
  return (
    recipe === standard.recipe &&
    k === standard.k &&
    sameOptions(options, standard.options, parseOptions(recipeOf(recipes, recipe), {}))
  )
}
