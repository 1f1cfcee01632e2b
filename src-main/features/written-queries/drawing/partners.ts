import type { Bundle } from '../../../domain/query/bundle'
import { dependenciesOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../../domain/tool/tool'
import { NEAREST, type SimilarPair } from '../../../authoring/confusable/similar-tools'
import type { Partners } from './sample-bundles'

/** Tools of a logged query from which on it tells nothing of any two of them. */
const MOST_LOGGED = 20

/** Tools that need each other, in either direction. */
export const byDependencies = (tools: readonly CatalogTool[]): Partners =>
  partnersOf(
    tools.flatMap((entry) => dependenciesOf(entry).map(({ on }) => [idOf(entry), on] as const)),
  )

/** Tools that one logged query took. */
export const byLogged = (bundles: readonly Bundle[]): Partners =>
  partnersOf(
    bundles
      .filter(({ tools }) => tools.length <= MOST_LOGGED)
      .flatMap(({ tools }) =>
        tools.flatMap((one, at) => tools.slice(at + 1).map((other) => [one, other] as const)),
      ),
  )

/** The tools most like each, nearest first. @param pairs the most alike first */
export function bySimilarity(pairs: readonly SimilarPair[]): Partners {
  const all = partnersOf(pairs.map(({ one, other }) => [one, other] as const))
  return (tool) => all(tool).slice(0, NEAREST)
}

function partnersOf(pairs: readonly (readonly [ToolId, ToolId])[]): Partners {
  const found = new Map<ToolId, Set<ToolId>>()
  const add = (from: ToolId, to: ToolId) => {
    const known = found.get(from)
    if (known) known.add(to)
    else found.set(from, new Set([to]))
  }
  for (const [one, other] of pairs) {
    if (one === other) continue
    add(one, other)
    add(other, one)
  }
  return (tool) => [...(found.get(tool) ?? [])]
}
