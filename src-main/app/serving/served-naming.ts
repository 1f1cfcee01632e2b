import type { WorksWith } from '../../domain/recipe/choice'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import { prepareRecipe } from '../query/answering'
import { toolNaming, type ToolNaming } from './tool-naming'

/** Which workspace is served, by what. */
export type ServingOf = WorksWith & { dir: string }

/** The recipe, ready to search. */
export const prepareServing = (
  { context, catalog, promptOverrides }: FoundIn,
  asked: ServingOf,
  call: Call,
) => prepareRecipe(context, { ...asked, catalog, promptOverrides }, call)

/** How those tools are called that the recipe may find. */
export async function servedNaming(at: FoundIn, asked: ServingOf, call: Call): Promise<ToolNaming> {
  const { runWith } = await prepareServing(at, asked, call)
  return toolNaming(at.catalog, runWith.admitted)
}
