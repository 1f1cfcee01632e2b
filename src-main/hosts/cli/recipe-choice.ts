import type { RouteOutput } from '../../contract/routes'
import { Problem } from '../../domain/problem'
import type { CommandSession } from './session'

type RecipeInfo = RouteOutput<'recipes.list'>[number]

/** The recipe of this id, or the one in the settings when no id is given. @throws Problem `bad-input` naming the recipes there are. */
export async function chosenRecipe(
  session: CommandSession,
  recipes: RecipeInfo[],
  id?: string,
): Promise<RecipeInfo> {
  const wanted = id ?? (await session.request('settings.read', {})).recipe
  const found = recipes.find((recipe) => recipe.id === wanted)
  if (found) return found
  throw new Problem(
    'bad-input',
    `There is no recipe “${wanted}”.`,
    `Choose one of: ${recipes.map((recipe) => recipe.id).join(', ')}.`,
  )
}
