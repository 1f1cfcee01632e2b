import { z } from 'zod'
import type { JsonObject } from '../../domain/tool/tool'
import { K, OPTION } from './flags'
import { chosenRecipes } from './recipe-choice'
import type { CommandSession } from './session'

/** Which recipe is asked, as far as the command says it. */
export interface RecipeFlags {
  recipe?: string | undefined
  option?: Record<string, string> | undefined
  k?: number | undefined
  mayAsk?: boolean | undefined
}

/** The flags that say which recipe is asked. */
export const RECIPE_FLAGS = {
  recipe: z.string().optional().meta({
    title: 'id',
    description: 'the recipe to ask, or one of the workspace’s own; default: the workspace’s',
  }),
  option: OPTION,
  k: K.describe('how many tools an agent is given; default: the workspace’s k'),
  mayAsk: z.boolean().optional().describe('let a recipe that asks a model do so'),
}

/**
 * The recipe that is meant, as requests take it: what is not named is what the workspace works
 * with.
 */
export async function recipeAsked(
  session: CommandSession,
  dir: string,
  { recipe, option, k, mayAsk = false }: RecipeFlags,
): Promise<{ recipe?: string; options?: JsonObject; k?: number; mayAsk: boolean }> {
  const isNamed = recipe !== undefined || option !== undefined
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } = isNamed
    ? await chosenRecipes(session, { dir, names, options: option })
    : { chosen: [] }
  const [first] = chosen
  return {
    mayAsk,
    ...(first && { recipe: first.recipe, options: first.options }),
    ...(k !== undefined && { k }),
  }
}
