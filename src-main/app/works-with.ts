import type { JsonObject } from '../domain/tool'
import type { AppContext } from './handlers'
import { workspaceSettings } from './models/workspace-models'

/** A recipe with options, and how many tools it is asked for. */
export interface RecipeChoice {
  recipe: string
  options: JsonObject
  k: number
}

/** What is asked of a recipe, as far as a request says it: what it leaves out is what the workspace works with. */
export interface AskedOf {
  recipe?: string | undefined
  options?: JsonObject | undefined
  k?: number | undefined
}

/** The recipe that a request names, with the options that it names, or else what the workspace works with. */
export async function chosenRecipe(
  context: Pick<AppContext, 'sessions' | 'settings'>,
  dir: string,
  { recipe, options, k }: AskedOf,
): Promise<RecipeChoice> {
  const works = await worksWith(context, dir)
  const own = recipe === undefined || recipe === works.recipe ? works.options : {}
  return { recipe: recipe ?? works.recipe, options: options ?? own, k: k ?? works.k }
}

/** What a workspace works with: the recipe, its options and k that it adopted, or those of the settings. */
export async function worksWith(
  context: Pick<AppContext, 'sessions' | 'settings'>,
  dir: string,
): Promise<RecipeChoice> {
  const { recipe, k } = await workspaceSettings(context, dir)
  return { recipe, options: {}, k }
}
