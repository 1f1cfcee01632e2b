import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import { mayLeaveOut } from '../../pipeline/leaving-out'
import { recipeOf } from '../../pipeline/recipes/recipe'
import { promptsOf } from '../../pipeline/stage'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import { admittedBy, prepareRecipe } from '../query/answering'
import { searchServed } from './search-served'
import type { ServingOf } from './served-naming'

/** Characters of a query that is asked before the first. */
const WARMING = 500

/**
 * Has everything ready before the first request, as far as that can be had, and says what is
 * served, and what of it does not answer yet: searches try that again.
 */
export async function prepareServed(at: FoundIn, asked: ServingOf, call: Call) {
  const { context, catalog, promptOverrides } = at
  const preparing = { ...asked, catalog, promptOverrides, goesOn: 'at the start' as const }
  const ready = await prepareRecipe(context, preparing, call).catch((error: unknown) => {
    if (call.signal.aborted || !mayLeaveOut(error)) throw error
    return { missing: error }
  })
  const missing = 'missing' in ready ? ready.missing : ready.leavingOut?.().problem
  // What only the first searches make, such as a thread or a look in eight bits, is there then too;
  // no model is asked for that.
  const [first] = catalog.tools
  const asksNone = !('missing' in ready) && promptsOf(ready.pipeline).length === 0
  if (first && asksNone) {
    const { name } = first.tool
    const inWords = `${name} ${modelDescriptionOf(first)}`.slice(0, WARMING)
    for (const query of [name, inWords]) await searchServed(at, { ...asked, query }, call)
  }
  const admitted = await admittedBy(context, { ...asked, catalog })
  return {
    recipe: recipeOf(context.recipes, asked.recipe).title,
    ...(!('missing' in ready) && ready.size === 'k' && { k: asked.k }),
    tools: admitted?.size ?? catalog.tools.length,
    ...(missing && { missing: missing.message }),
  }
}
