import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import { recipeOf } from '../../pipeline/recipes/registry'
import { promptsOf } from '../../pipeline/stage'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import { searchServed } from './search-served'
import { prepareServing, type ServingOf } from './served-naming'

/** Characters of a query that is asked before the first. */
const WARMING = 500

/** Has everything ready before the first request, and says what is served. */
export async function prepareServed(at: FoundIn, asked: ServingOf, call: Call) {
  const { size, runWith, pipeline } = await prepareServing(at, asked, call)
  // What only the first searches make, such as a thread or a look in eight bits, is there then too; no model is asked for that.
  const [first] = at.catalog.tools
  if (first && promptsOf(pipeline).length === 0) {
    const { name } = first.tool
    const inWords = `${name} ${modelDescriptionOf(first)}`.slice(0, WARMING)
    for (const query of [name, inWords]) await searchServed(at, { ...asked, query }, call)
  }
  return {
    recipe: recipeOf(asked.recipe).title,
    ...(size === 'k' && { k: asked.k }),
    tools: runWith.admitted?.size ?? at.catalog.tools.length,
  }
}
