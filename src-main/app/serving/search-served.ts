import type { ServedSearch, ServedTools } from '../../contract/serving'
import type { WorksWith } from '../../domain/recipe/choice'
import type { ToolId } from '../../domain/tool/tool'
import { searchTools } from '../agent/search-tools'
import type { FoundIn } from '../agent/find-tools'
import type { Call } from '../app'
import { prepareRecipe } from '../query/answering'
import { servedTool } from './served-tool'
import { toolNaming } from './tool-naming'
import type { z } from 'zod'

/** What is asked, of which recipe. */
export type SearchOf = z.output<typeof ServedSearch> & WorksWith & { dir: string }

/**
 * The tools that an agent is given for a query. Those that it names come first, whatever the recipe finds: models ask again by
 * name.
 */
export async function searchServed(
  at: FoundIn,
  { dir, query, recipe, options, k, held = [] }: SearchOf,
  call: Call,
): Promise<ServedTools> {
  const { context, catalog, promptOverrides } = at
  const choice = { dir, recipe, options, k, catalog, promptOverrides }
  const { runWith } = await prepareRecipe(context, choice, call)
  const naming = toolNaming(catalog, runWith.admitted)
  const holding = [...new Set(held.flatMap((name) => naming.called(name)))]
  const isNew = (id: ToolId) => !holding.includes(id)
  const named = naming.namedIn(query).filter(isNew).slice(0, k)
  const found = await searchTools(
    at,
    { dir, query, recipe, options, k, held: holding, searched: [] },
    call,
  )
  const others = found.tools.filter(({ tool }) => !named.includes(tool))
  const tools = [
    ...named.map((id) => ({ ...servedTool(catalog, id, naming), why: 'its exact name' })),
    ...others.map((placed) => servedTool(catalog, placed.tool, naming, placed)),
  ]
  const note = [found.bound, ...found.degraded].filter((each) => each !== undefined).join(' ')
  return {
    tools: tools.slice(0, Math.max(found.tools.length, named.length)),
    ...(note !== '' && { note }),
  }
}
