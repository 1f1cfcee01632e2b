import type { WorksWith } from '../../domain/recipe/choice'
import { recipeOf } from '../../pipeline/recipes/registry'
import { promptsOf } from '../../pipeline/stage'
import { findTools, type FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import { prepareRecipe } from '../query/answering'

/** Which workspace is served, by what. */
export type ServingOf = WorksWith & { dir: string }

/** The recipe, ready to search. */
export const prepareServing = (
  { context, catalog, promptOverrides }: FoundIn,
  asked: ServingOf,
  call: Call,
) => prepareRecipe(context, { ...asked, catalog, promptOverrides }, call)

/** Has everything ready before the first request, and says what is served. */
export async function prepareServed(at: FoundIn, asked: ServingOf, call: Call) {
  const { size, runWith, pipeline } = await prepareServing(at, asked, call)
  // What only a first search makes, such as a thread, is there then too; no model is asked for that.
  const [first] = at.catalog.tools
  if (first && promptsOf(pipeline).length === 0) {
    await findTools(at, { ...asked, query: first.tool.name }, call)
  }
  return {
    recipe: recipeOf(asked.recipe).title,
    ...(size === 'k' && { k: asked.k }),
    tools: runWith.admitted?.size ?? at.catalog.tools.length,
  }
}
