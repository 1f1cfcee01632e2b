import type { z } from 'zod'
import type { ServedSearch, ServedTools } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import { searchTools } from '../agent/search-tools'
import type { Call } from '../app'
import type { Told } from '../served/keep-request'
import { servedNaming, type ServingOf } from './served-naming'
import { servedTool } from './served-tool'

/**
 * The tools that an agent is given for a query. Those that it names come first, whatever the recipe finds: models ask again by
 * name.
 */
export async function searchServed(
  at: FoundIn,
  { query, held = [], ...asked }: ServingOf & z.output<typeof ServedSearch>,
  call: Call,
): Promise<Told<ServedTools>> {
  const { catalog } = at
  const naming = await servedNaming(at, asked, call)
  const holding = [...new Set(held.flatMap((name) => naming.called(name)))]
  const named = naming
    .namedIn(query)
    .filter((id) => !holding.includes(id))
    .slice(0, asked.k)
  const found = await searchTools(at, { ...asked, query, held: holding, searched: [] }, call)
  const others = found.tools.filter(({ tool }) => !named.includes(tool))
  const all = [...named, ...others.map(({ tool }) => tool)]
  const ids = all.slice(0, Math.max(found.tools.length, named.length))
  const placed = new Map(others.map((each) => [each.tool, each]))
  const note = [found.bound, ...found.degraded].filter((each) => each !== undefined).join(' ')
  const said = { ...(note !== '' && { note }) }
  const tools = ids.map((id) =>
    placed.has(id)
      ? servedTool(catalog, id, naming, placed.get(id))
      : { ...servedTool(catalog, id, naming), why: 'its exact name' },
  )
  const { recipe, k } = asked
  return { answer: { tools, ...said }, kept: { query, tools: ids, recipe, k, ...said } }
}
