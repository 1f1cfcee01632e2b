import type { z } from 'zod'
import type { ServedSearch, ServedTools } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import { searchTools } from '../agent/search-tools'
import type { Call } from '../app'
import { prepareServing, type ServingOf } from './prepare-served'
import { servedTool } from './served-tool'
import { toolNaming } from './tool-naming'

/**
 * The tools that an agent is given for a query. Those that it names come first, whatever the recipe finds: models ask again by
 * name.
 */
export async function searchServed(
  at: FoundIn,
  { query, held = [], ...asked }: ServingOf & z.output<typeof ServedSearch>,
  call: Call,
): Promise<ServedTools> {
  const { catalog } = at
  const { runWith } = await prepareServing(at, asked, call)
  const naming = toolNaming(catalog, runWith.admitted)
  const holding = [...new Set(held.flatMap((name) => naming.called(name)))]
  const named = naming
    .namedIn(query)
    .filter((id) => !holding.includes(id))
    .slice(0, asked.k)
  const found = await searchTools(at, { ...asked, query, held: holding, searched: [] }, call)
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
