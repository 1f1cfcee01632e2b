import type { z } from 'zod'
import type { ServedSearch, ServedTools } from '../../contract/serving'
import type { FoundIn } from '../agent/find-tools'
import { withinBounds } from '../agent/search-tools'
import type { Call } from '../app'
import type { Told } from '../served/keep-request'
import { boundedTools } from './bounded-tools'
import { foundForAgent } from './found-for-agent'
import { servedNaming, type ServingOf } from './served-naming'
import { servedTool } from './served-tool'

/**
 * The tools that an agent is given for a query. Those that it names come first, whatever the recipe
 * finds: models ask again by name.
 */
export async function searchServed(
  at: FoundIn,
  { query, held = [], ...asked }: ServingOf & z.output<typeof ServedSearch>,
  call: Call,
): Promise<Told<ServedTools>> {
  const { catalog } = at
  const naming = await servedNaming(at, asked)
  const holding = [...new Set(held.flatMap((name) => naming.called(name)))]
  const named = naming
    .namedIn(query)
    .filter((id) => !holding.includes(id))
    .slice(0, asked.k)
  const finding = { ...asked, query, held: holding, searched: [] }
  // No tokens are counted, which an agent is not told of: what counts them takes half a second to
  // load.
  const { found, bound } = await withinBounds(at, finding, {
    find: (within) => foundForAgent(at, within, call),
    countOf: ({ set }) => set.tools.length,
  })
  const given = found?.set.tools ?? []
  const others = given.filter(({ tool }) => !named.includes(tool))
  const all = [...named, ...others.map(({ tool }) => tool)]
  const ids = all.slice(0, Math.max(given.length, named.length))
  const placed = new Map(others.map((each) => [each.tool, each]))
  const whole = ids.map((id) =>
    placed.has(id)
      ? servedTool(catalog, id, naming, placed.get(id))
      : { ...servedTool(catalog, id, naming), why: 'its exact name' },
  )
  const { tools, given: count, note: cut } = boundedTools(whole)
  const notes = [bound, ...(found?.degraded ?? []), cut].filter((each) => each !== undefined)
  const said = { ...(notes.length > 0 && { note: notes.join(' ') }) }
  const { recipe, k } = asked
  const kept = { query, tools: ids.slice(0, count), recipe, k, ...said }
  return {
    answer: { tools, ...said },
    kept: { ...kept, ...(isLacking(found) && LACKING) },
  }
}

/** An answer that was not all that the recipe gives says nothing of the recipe. */
const LACKING = { lacking: true as const }

const isLacking = (found: { failed: readonly string[] } | undefined): boolean =>
  (found?.failed.length ?? 0) > 0
