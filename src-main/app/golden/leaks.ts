import type { Leak } from '../../contract/golden'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import { sameText } from '../../domain/value/same-text'
import { heldOutOf } from '../../evaluation/samples/held-out'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Clock } from '../../ports/clock'
import type { Catalog } from '../workspaces/catalog'

/**
 * Finds the texts of a workspace that a golden query says as well, or nearly, the same ones first.
 */
export type FindLeaks = (text: string) => readonly Leak[]

/** Texts told of one query. */
const MOST_TOLD = 20

const known = new WeakMap<Catalog, Promise<FindLeaks>>()

/**
 * Finds what a golden query repeats of what the catalog's tools are found by: indexed questions,
 * examples, logged queries. It is nearly the same by the rule by which logged queries are held out
 * while they are measured, see {@link heldOutOf}. Worked out once for a catalog, some 10 µs a text.
 */
export function leaksIn(catalog: Catalog, clock: Clock): Promise<FindLeaks> {
  const earlier = known.get(catalog)
  if (earlier) return earlier
  // For all who ask: that one of them stops is no stop for the others.
  const found = leaksAmong(catalog, yieldToEventLoop(clock, new AbortController().signal))
  known.set(catalog, found)
  found.catch(() => known.get(catalog) === found && known.delete(catalog))
  return found
}

async function leaksAmong(catalog: Catalog, pause: () => Promise<unknown>): Promise<FindLeaks> {
  const texts: Omit<Leak, 'isSame'>[] = []
  for (const entry of catalog.tools) {
    const tool = idOf(entry)
    for (const text of entry.layer.questions ?? []) texts.push({ kind: 'question', text, tool })
    for (const text of wishesOf(entry)) texts.push({ kind: 'example', text, tool })
    await pause()
  }
  for (const { query } of await catalog.history()) texts.push({ kind: 'logged', text: query })
  const find = await heldOutOf(
    texts.map(({ text }, at) => ({ id: String(at), query: text })),
    pause,
  )
  return (query) => {
    const wanted = sameText(query)
    return find(query)
      .flatMap((at): Leak[] => {
        const leak = texts[Number(at)]
        return leak ? [{ ...leak, isSame: sameText(leak.text) === wanted }] : []
      })
      .sort((a, b) => Number(b.isSame) - Number(a.isSame))
      .slice(0, MOST_TOLD)
  }
}

/**
 * What examples of a tool say that its user wants: those of its definition, and of the fields that
 * it is compared by.
 */
function wishesOf({ tool, layer }: CatalogTool): Set<string> {
  const examples = [tool, tool.standardised, layer.standardised].flatMap(
    (each) => each?.examples ?? [],
  )
  return new Set(examples.flatMap(({ intent }) => (intent?.trim() ? intent : [])))
}

/** By id, the leaks of those queries that have any. */
export async function leaksOfEach(
  queries: readonly GoldenQuery[],
  find: FindLeaks,
  pause: () => Promise<unknown>,
): Promise<Map<string, Leak[]>> {
  const leaks = new Map<string, Leak[]>()
  for (const { id, text } of queries) {
    const found = find(text)
    if (found.length > 0) leaks.set(id, [...found])
    await pause()
  }
  return leaks
}
